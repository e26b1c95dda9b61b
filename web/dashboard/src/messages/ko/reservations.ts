import type { reservations as en } from '../en/reservations'

export const reservations: typeof en = {
  day: '날짜', today: '오늘', before: '전날', after: '다음 날', clockChange: (hours) => `시계가 바뀌는 날이라 하루가 ${hours}시간입니다.`, repeated: '두 번째',
  search: '검색', searchPlaceholder: '이름, 이메일, 전화 끝 네 자리', searchHelp: '두 글자부터 다른 날짜도 찾습니다.', clear: '지우기',
  filter: '보기', place: '자리', anyPlace: '모든 자리',
  show: { all: '전체', expected: '도착 전', late: '지각', seated: '착석', held: '잡아 둠', requested: '요청', over: '끝남' },
  column: { time: '시간', guest: '손님', party: '인원', place: '자리', state: '상태', acts: '다음 할 일' },
  table: '시간대별 예약', rows: (n) => `예약 ${n}건`, covers: (n) => `${n}명`,
  empty: '이 날에는 예약이 없습니다', emptyText: '예약이 들어오면 바로 나타납니다. 화면을 새로 고칠 필요가 없습니다.',
  noneFound: '맞는 예약이 없습니다', noneFoundText: '이 날의 예약 가운데 검색어와 조건에 맞는 것이 없습니다.',
  otherDays: '다른 날짜', otherNone: '다른 날짜에는 없습니다.', otherMore: '더 있습니다. 글자를 더 넣어 찾아 주세요.',
  forOffer: '대기 제안 몫', walkIn: '현장 손님', again: '바로잡은 예약', against: '규칙 예외',
  heldFor: (length) => `${length}째 잡아 둠`, requestedFor: (length) => `${length} 전에 요청`, left: (what) => `${what} 잡아 둔 시간`,
  grace: (late, whole) => `${whole} 중 ${late} 지남`, graceOver: (late) => `${late} 지각, 기다릴 시간 지남`, arrives: (length) => `${length} 뒤 도착 예정`,
  seatedSince: (length) => `${length}째 이용 중`, endsOver: (length) => `끝 시각에서 ${length} 지남`,
  more: '더 보기', open: '열기', loadedOf: (n) => `${n}건 읽는 중…`,
  keys: { down: '다음 줄', up: '이전 줄', search: '검색', arrive: '착석, 요청 확정', noShow: '노쇼 처리', left: '나가셨음', correct: '잘못 바로잡기', move: '예약 변경', cancel: '예약 취소', enter: '예약 열기', dayBefore: '전날', dayAfter: '다음 날', today: '오늘' },
  page: {
    contact: '연락처', version: '버전', back: '예약 목록', where: '진행 상태', facts: '예약 내용', rail: '단계와 시각', now: '지금', never: '거치지 않음', end: '끝',
    created: '만든 때', updated: '마지막 변경', policy: '적용된 규칙', policyOf: (n) => `${n}번`, policySays: (seat, grace, cutoff) => `시작 ${seat} 전부터 착석할 수 있고, ${grace} 동안 기다리며, 손님은 ${cutoff} 전까지 취소할 수 있습니다.`,
    note: '메모', override: '규칙 예외로 받은 예약', overrideCodes: '넘긴 규칙', reason: '이유', series: '반복 예약', seriesOf: (n) => `${n}회`, thisOne: '이 예약', corrects: '바로잡은 예약', correctsOpen: '잘못 처리된 이전 예약',
    intent: '진행 중인 처리', nextStep: '지금 할 수 있는 일', nothing: '더 할 수 있는 일이 없습니다.', changed: (who, what) => `${what}: ${who}`, changedTitle: '방금 바뀌었습니다',
    noShowAuto: (time) => `${time}에 저절로 노쇼 처리됩니다`, gone: '없거나 볼 권한이 없는 예약입니다.',
  },
}
