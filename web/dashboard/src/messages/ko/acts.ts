import { josa } from '../josa'
import type { acts as en } from '../en/acts'

export const acts: typeof en = {
  keys: {
    title: '단축키',
    go: (screen) => `${josa(`‘${screen}’`, '으로', '로')} 이동`,
    help: '이 목록 보기',
    single: '한 글자 단축키 사용',
    singleHelp: '끄면 글자 키를 잘못 누르거나 음성으로 입력해도 아무 일도 일어나지 않습니다. 화살표, Enter, Esc는 그대로 쓸 수 있습니다.',
    off: '한 글자 단축키가 꺼져 있습니다.',
  },
  button: {
    inPerson: '수락(현장)', byPhone: '수락(전화)', decline: '거절…', withdraw: '회수…',
    confirm: '확정', extend: '잡아 둔 시간 늘리기', checkIn: '착석', complete: '나가셨음', noShow: '노쇼', move: '변경…', cancel: '취소…', correct: '바로잡기…',
    settle: '결과 정하기…', retry: '지금 다시 시도', callOff: '요청 취소…', approve: '승인', reject: '거절',
    offer: '자리 제안…', priority: '우선순위…', leave: '대기에서 빼기…', open: '예약 열기', back: '뒤로', walkIn: '현장 손님…',
  },
  notYet: {
    checkIn: (time) => `${time}부터 착석 처리할 수 있습니다`,
    noShow: (time) => `${time}까지는 기다립니다`,
  },
  dialog: {
    close: '그만두기',
    reason: '이유', reasonHelp: '이름과 함께 기록에 남습니다.', reasonMissing: '이유를 간단히 적어 주세요.',
    changed: '그사이 상태가 바뀌었습니다. 다른 사람이 먼저 처리했을 수 있으니 닫고 다시 확인해 주세요.',
    decline: { title: '제안 거절', what: '잡아 둔 자리를 내놓고 손님은 대기에서 빠지며, 다음 순서의 손님께 제안합니다.', go: '거절' },
    withdraw: { title: '제안 회수', what: '잡아 둔 자리를 내놓고 손님은 원래 순서에서 다시 기다립니다.', go: '회수' },
    cancel: { title: '예약 취소', what: '자리가 바로 비고, 대기 손님께 먼저 돌아갑니다.', go: '예약 취소' },
    callOff: { title: '요청 취소', what: '잡아 둔 것은 다시 비고, 더 시도하지 않습니다.', go: '요청 취소' },
    leave: { title: '대기에서 빼기', what: '손님은 더 기다리지 않습니다. 진행 중인 제안은 회수됩니다.', go: '대기에서 빼기' },
    reject: { title: '거절', what: '아무 일도 하지 않으며, 에이전트에게 알립니다.', go: '거절' },
    correct: {
      title: '잘못된 처리 바로잡기', what: '이전 기록은 그대로 남습니다. 자리가 아직 비어 있으면 같은 손님, 같은 자리로 새 예약을 옆에 만듭니다.',
      becomes: '올바른 상태', go: '바로잡기', placeholder: '예: 다른 줄을 잘못 눌렀고, 손님은 계속 계셨음',
    },
    settle: {
      title: '시도의 결과 정하기', what: '아래 번호로 예약 시스템에 전화하거나 그쪽 화면에서 확인해 주세요. 여기서 정한 것이 기준이 되고, 나중에 어긋나는 것은 되돌립니다.',
      how: '확인한 결과', succeeded: '예약이 들어가 있습니다. 이 시도가 성공한 것입니다.', failed: '예약이 없습니다. 다시 시도할 수 있습니다.', cancelled: '그쪽에서 어떻게 되었든 없던 일로 합니다.',
      upstream: '상대 예약 번호', upstreamHelp: '받은 번호가 있으면 적어 주세요.', go: '결과 정하기', placeholder: '예: 18:40에 전화로 확인, 4711번 예약 있음',
    },
    priority: {
      title: '우선순위 변경', what: '규칙이 우선순위를 셈에 넣을 때만 순서가 바뀝니다.', weighs: (weight) => `지금 규칙에서 우선순위의 비중은 ${weight}입니다.`,
      weighsNot: '지금 규칙은 우선순위를 셈에 넣지 않으므로 순서는 그대로입니다.', value: '우선순위(0~100)', go: '우선순위 정하기', placeholder: '예: 어제 기다리다 그냥 가셨음',
    },
    offer: {
      title: (name) => `${name} 님께 자리 제안`, what: '순서와 다르게 제안합니다. 자리는 손님을 위해 잡아 두며, 이유는 선정 기록에 남습니다.',
      go: '제안', placeholder: '예: 이 테이블에 맞는 팀이 이분뿐', choose: '먼저 자리를 골라 주세요.',
    },
    move: {
      title: (name) => `${name} 님 예약 변경`, what: '새 자리를 얻을 때까지 기존 자리를 지킵니다. 처리되지 않아도 잃는 것은 없습니다.',
      now: '지금', to: '새 자리', go: '변경', choose: '먼저 자리를 골라 주세요.', day: '날짜', party: '인원',
    },
    join: {
      title: '손님을 대기에 올리기', what: '이 시간대에 자리가 나면 따로 묻지 않고 제안합니다.', go: '대기에 올리기',
      from: '시작', until: '끝', day: '날짜', party: '인원', place: '자리', anyPlace: '상관없음', badRange: '끝 시각은 시작보다 늦어야 합니다.',
    },
    walkIn: {
      title: '현장 손님 착석', what: '자리를 잡고 확정하고 착석하는 일을 한 번에 합니다.', party: '인원', place: '자리', go: '착석', choose: '먼저 자리를 골라 주세요.',
      note: '메모', noteHelp: '동료에게 남기는 말입니다.', done: '착석했습니다', now: '지금 비어 있음', from: (time) => `${time}부터`, until: (time) => `${time}까지`,
      none: '지금이나 90분 안에 이 인원이 앉을 자리가 없습니다. 대신 대기에 올려 주세요.', at: (time) => `${time} 기준`, again: '다시 읽기',
    },
    guest: { name: '이름', nameHelp: '비우면 이름 없는 손님입니다.', nameMissing: '연락하려면 이름이 필요합니다.', phone: '전화번호', email: '이메일' },
    override: { title: '매장 규칙에 어긋나는 처리입니다', what: '이유가 예약과 함께 남습니다.', reason: '그래도 하는 이유' },
  },
  slots: {
    label: '자리', free: '비어 있음', due: '대기 손님 몫', taken: (n) => `고를 수 없는 자리 ${n}개 더 보기`, hideTaken: '고를 수 있는 자리만',
    against: '규칙에 어긋남', none: '이 날에는 자리가 없습니다.', noneFree: '이 날에는 이 인원이 앉을 수 있는 자리가 없습니다.', left: (n) => `${n}석 남음`, chosen: '고른 자리',
  },
  history: {
    title: '기록', none: '아직 기록이 없습니다.', by: (actor) => actor, reference: (id) => `문의 번호 ${id}`,
  },
  party: (n) => `${n}명`,
  late: (minutes) => `${minutes}분 지각`,
  due: '기한',
  done: {
    confirmOffer: '수락했고 예약이 확정되었습니다.', declineOffer: '거절했습니다. 다음 손님을 찾습니다.', withdrawOffer: '회수했습니다. 손님은 다시 기다립니다.',
    confirmReservation: '확정했습니다.', cancelReservation: '취소했습니다.', moveReservation: '변경했습니다.', checkInReservation: '착석 처리했습니다.', completeReservation: '완료했고 자리가 비었습니다.', markNoShow: '노쇼로 처리했고 자리가 비었습니다.',
    extendHold: '잡아 둔 시간을 늘렸습니다.', correctReservation: '바로잡았습니다. 이전 기록 옆에 새 예약이 있습니다.', seatWalkIn: '착석 처리했습니다.', resolveAttempt: '결과를 정했습니다.', retryIntent: '다음 시도를 시작합니다.', cancelIntent: '요청을 취소했습니다.',
    approveAction: '승인했습니다. 준비한 쪽에서 실행할 수 있습니다.', rejectAction: '거절했습니다. 아무 일도 하지 않습니다.', joinWaitlist: '대기에 올렸습니다.', leaveWaitlist: '대기에서 뺐습니다.', prioritizeEntry: '우선순위를 정했습니다.', offerToEntry: '제안했고 자리를 잡아 두었습니다.',
  },
}
