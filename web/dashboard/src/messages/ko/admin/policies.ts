import type { policies as en } from '../../en/admin/policies'

export const policies: typeof en = {
  title: '규칙',
  text: '매장 규칙은 번호가 붙은 버전으로 관리하며 하나만 적용됩니다. 이미 있는 예약과 제안은 만들어질 때의 기한을 지킵니다.',
  rail: '버전',
  version: (n) => `버전 ${n}`,
  since: '적용 시작', retired: '더는 적용되지 않음', planned: '적용 예정', draftedBy: '작성자', first: '처음부터', digest: '요약값', digestHelp: '내용이 같은 버전은 요약값도 같습니다.',
  none: '버전이 없습니다',
  draft: '새 초안 쓰기', draftFrom: (n) => `버전 ${n}에서 초안 쓰기`,
  diff: {
    title: '달라진 점', with: '비교 대상', active: '적용 중인 버전', same: '내용이 같습니다.', columns: { rule: '규칙', from: '이전', to: '이 버전' }, arrow: '에서 다음으로 바뀜', none: '비교할 다른 버전이 없습니다.',
  },
  rules: '전체 규칙',
  groups: {
    deadlines: '기한', booking: '예약과 취소', arrival: '도착', places: '자리', queue: '대기',
  },
  rule: {
    holdTtl: '보류', offerTtl: '제안', approvalTtl: '승인', requestTtl: '예약 요청', confirmation: '확정 방식',
    leadTime: '예약 마감', bookingHorizon: '예약 가능 기간', cancellationCutoff: '취소 마감', maxActiveReservationsPerCustomer: '손님당 예약 수', channels: '경로별 시간',
    checkInOpens: '착석 가능', noShowGrace: '노쇼 유예', autoNoShow: '늦은 팀 자동 노쇼',
    bufferBefore: '앞 여유', bufferAfter: '뒤 여유', turnTimes: '이용 시간', pacingParties: '15분당 팀 수', pacingCovers: '15분당 인원',
    waitlistFit: '앞 순서 건너뛰기', skipLimit: '건너뛰기 한도', onOfferLapse: '제안이 만료되면', autoPromote: '빈자리 자동 제안', waitlistWeights: '순서에 반영하는 것',
  },
  help: {
    holdTtl: '자리를 잡아 두는 시간입니다. 시작 시각을 넘지 않습니다.', offerTtl: '제안에 답할 수 있는 시간입니다.', approvalTtl: '준비된 작업이 승인을 기다리는 시간입니다.', requestTtl: '예약 요청이 매장의 확정을 기다리는 시간입니다.', confirmation: '손님의 확정만으로 충분한지 정합니다.',
    leadTime: '시작 얼마 전까지 예약할 수 있는지 정합니다.', bookingHorizon: '얼마나 앞까지 예약할 수 있는지 정합니다.', cancellationCutoff: '시작 얼마 전까지 손님이 취소할 수 있는지 정합니다.', maxActiveReservationsPerCustomer: '한 손님이 동시에 가질 수 있는 예약 수입니다.', channels: '손님, 직원, 에이전트에게 따로 시간을 줄 수 있습니다. 비우면 공통 시간을 씁니다.',
    checkInOpens: '시작 얼마 전부터 착석할 수 있는지 정합니다.', noShowGrace: '시작 후 얼마가 지나면 노쇼로 처리할 수 있는지 정합니다.', autoNoShow: '유예 시간이 지나도 오지 않으면 자동으로 노쇼로 처리합니다.',
    bufferBefore: '한 팀이 쓰는 자리를 팀마다 앞에 비워 두는 시간입니다.', bufferAfter: '팀마다 뒤에 비워 두는 시간입니다.', turnTimes: '인원별로 최소한 머무는 시간입니다. 한 팀이 쓰는 자리에만 해당합니다.', pacingParties: '15분 동안 도착할 수 있는 최대 팀 수입니다. 비우면 제한이 없습니다.', pacingCovers: '15분 동안 도착할 수 있는 최대 인원입니다. 비우면 제한이 없습니다.',
    waitlistFit: '빈자리가 맨 앞 손님에게 모자랄 때 어떻게 할지 정합니다.', skipLimit: '한 손님을 몇 번까지 건너뛸 수 있는지 정합니다.', onOfferLapse: '대기를 어떻게 할지 정합니다.', autoPromote: '묻지 않고 대기 손님에게 제안합니다.', waitlistWeights: '모두 0이면 먼저 온 순서입니다. 아니면 가중치와 값을 곱해 더한 점수가 높은 순서입니다.',
  },
  value: {
    noLimit: '제한 없음', none: '없음', asGenerally: '공통과 같음', on: '예', off: '아니요', fifo: '먼저 온 순서', times: (n) => `${n}번`,
    from: (n, length) => `${n}명부터 ${length}`, weight: (factor, n) => `${factor} × ${n}`, channel: (name, list) => `${name}: ${list}`, own: (rule, length) => `${rule} ${length}`,
  },
  form: {
    title: (n) => `버전 ${n}에서 쓰는 초안`, text: '초안은 아직 아무것도 바꾸지 않습니다. 손대지 않은 규칙은 바탕 버전에서 가져옵니다.', submit: '초안 저장', done: '초안을 저장했습니다', changes: '바꾸는 내용', nothing: '아직 없습니다.', cancel: '버리기',
    addTurn: '인원 추가', removeTurn: (n) => `${n}명부터의 이용 시간 삭제`, fromSize: '몇 명부터', length: '최소', weightOf: '가중치',
    fault: { length: (from, to) => `${from}부터 ${to}까지입니다`, number: (from, to) => `${from}부터 ${to}까지입니다`, leadTime: '예약 가능 기간보다 짧아야 예약할 수 있습니다', turns: '인원마다 한 번씩, 1~10,000명, 1분~1일로 입력해 주세요' },
    faulty: '맞지 않는 내용이 있습니다',
  },
  activate: {
    title: '적용하기', text: '지금 적용 중인 버전은 물러납니다. 이미 있는 예약과 제안, 선정 기록은 원래 버전을 따릅니다.', when: '언제', now: '지금', at: '시각 지정', moment: '적용 시각', submit: '지금 적용', plan: '예약 적용', takeBack: '예약을 취소하고 지금 적용', past: '이미 지난 시각입니다', done: '적용했습니다', planned: '예약했습니다',
    replan: '다른 시각으로 다시 예약할 수 있습니다.',
  },
  trial: {
    title: '미리 시험', text: '이 시간이 지금 빈다면 각 버전이 누구를 고를지 봅니다. 바뀌는 것은 없습니다.', day: '날짜', slot: '시간', choose: '시간을 골라 주세요', noSlots: '이 날은 예약 시간이 없습니다', waiting: (n) => `대기 ${n}명`,
    with: (n) => `버전 ${n}`, active: '적용 중', chosen: '선정', nobody: '없음', considered: '검토', skipped: '건너뜀', skippedNone: '건너뛴 손님이 없습니다', position: '순서', who: '손님', why: '사유', joined: '대기 시작', same: '두 버전이 같은 손님을 고릅니다.', differ: '두 버전이 다르게 고릅니다.', party: '인원', withdrawn: '대기 중이 아님', skippedWhy: '규칙에 따라 건너뜀',
  },
}
