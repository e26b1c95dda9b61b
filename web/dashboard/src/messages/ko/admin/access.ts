import { josa } from '../../josa'
import type { access as accessEn, adjustments as adjustmentsEn, calendars as calendarsEn } from '../../en/admin/access'

export const adjustments: typeof adjustmentsEn = {
  title: '조정',
  text: '매장이 손님에게 주는 것이나 제한하는 것입니다. 보상과 혜택은 규칙에서 정한 만큼 대기 순서에 반영되고, 제한은 자동 선정에서 손님을 뺍니다.',
  none: '조정이 없습니다', noneText: '아래에서 추가할 수 있습니다.', noneHere: '적용 중인 조정이 없습니다. 끝난 것은 숨겼습니다.', only: (name) => `${name} 손님만`,
  columns: { customer: '손님', kind: '종류', amount: '크기', reason: '사유', by: '부여한 사람', until: '기한', state: '상태' },
  state: { inForce: '적용 중', revoked: '회수됨', expired: '끝남' }, forever: '기한 없음', showEnded: '끝난 것도 보기',
  grant: {
    title: '조정 부여', kind: '종류', amount: '크기', amountHelp: '1~10,000', until: '기한', untilHelp: '비우면 기한이 없습니다.', submit: '부여', done: '부여했습니다', past: '이미 지난 시각입니다',
    kindHelp: { RECOVERY_CREDIT: '앞서 잘못된 일에 대한 보상으로, 순서에 반영됩니다.', BENEFIT: '멤버십 같은 혜택으로, 순서에 반영됩니다.', EXCLUDE_AUTOMATIC_OFFER: '자동 제안을 하지 않습니다. 직원은 직접 제안할 수 있습니다.', REQUIRES_STAFF_APPROVAL: '직원이 직접 제안해야 합니다.' },
  },
  revoke: { button: '회수', of: (kind, name) => `${name} 손님의 ${kind} 회수`, submit: '회수', done: '회수했습니다', text: '지금부터 적용되며, 이미 결정된 것은 그대로입니다.' },
}

export const access: typeof accessEn = {
  title: '권한과 키',
  text: '프로그램은 API 키로, 사람은 멤버십으로 들어옵니다. 나중에 고칠 수 없으므로, 권한을 바꾸려면 새로 발급해 주세요.',
  tabs: { keys: 'API 키', members: '멤버' },
  columns: { name: '이름', role: '역할', limits: '범위', lastUsed: '마지막 사용', lastSeen: '마지막 로그인', until: '기한', state: '상태', person: '식별' },
  state: { live: '사용 가능', expired: '기한 지남', revoked: '폐기됨', waiting: '로그인 전' },
  everything: '역할의 모든 권한', allVenues: '모든 매장', showEnded: '끝난 것도 보기', actsFor: (name) => `${name} 대신`, scopes: (n) => `권한 ${n}개`, oldSecret: '이전 비밀값 사용 기한', utc: '시각은 이 기기의 시계를 따릅니다.',
  noKeys: '키가 없습니다', noMembers: '아직 로그인할 수 있는 사람이 없습니다',
  key: {
    add: '키 발급', title: '새 API 키', name: '이름', nameHelp: '프로그램의 이름입니다. 화면에 표시됩니다.', role: '역할', venues: '이 매장만', venuesHelp: '비우면 앞으로 생길 매장까지 모두 포함합니다.',
    scopes: '이 권한만', scopesHelp: '비우면 역할의 모든 권한을 가집니다.', until: '자동 만료', untilHelp: '비우면 만료되지 않습니다.', customer: '대신할 손님', customerVenue: '손님을 찾을 매장', customerMissing: '손님이나 에이전트 키는 대신할 손님이 있어야 합니다',
    submit: '키 발급', done: (name) => `${name} 키를 지금부터 쓸 수 있습니다`, noSecret: '키는 만들어졌지만 비밀값이 담긴 응답을 받지 못했습니다. 한 번 교체해서 새 비밀값을 받아 주세요.',
    secretTitle: (name) => `${name}의 비밀값`, secretText: '“Authorization: Bearer …” 헤더로 보내 주세요.',
    rotate: '교체', rotateOf: (name) => `${name}의 비밀값 교체`, overlap: '이전 비밀값 유지 시간', overlapHelp: '0에서 7일까지입니다. 0이면 몇 초 안에 끝나므로, 다른 사람이 알았을 때 쓰세요.', rotateSubmit: '새 비밀값 만들기', rotated: '비밀값을 교체했습니다', past: '이미 지난 시각입니다',
    revoke: '폐기', revokeOf: (name) => `${name} 키 폐기`, revokeText: '키를 완전히 끝내고, 연결된 것은 몇 초 안에 닫힙니다.', revokeSubmit: '완전히 폐기', revoked: '폐기했습니다',
  },
  member: {
    add: '멤버십 부여', title: '로그인할 사람', displayName: '이름', by: '식별 방법', email: '이메일 주소', emailHelp: '이 주소로 처음 로그인해 확인된 사람이 멤버가 됩니다.', subject: '로그인 제공자의 식별자', subjectHelp: '제공자가 그 사람을 부르는 값입니다.', issuer: '로그인 제공자', issuerHelp: '비우면 서버의 기본 제공자입니다.',
    submit: '부여', done: (name) => `${name} 님이 로그인할 수 있습니다`, customerHelp: '손님 역할에서 비우면 그 주소의 손님을 찾거나 새로 만듭니다.', revoke: '회수', revokeOf: (name) => `${name}의 멤버십 회수`, revokeText: '멤버십을 완전히 끝내고, 그 사람의 로그인은 몇 초 안에 끊깁니다.', revokeSubmit: '완전히 회수', revoked: '회수했습니다',
  },
  capability: {
    'session:read': '자기 정보 보기', 'inventory:read': '매장과 빈 시간 보기', 'policy:read': '규칙 보기', 'reservation:read': '예약 보기', 'reservation:write': '예약, 변경, 취소', 'reservation:operate': '착석, 완료, 노쇼 처리', 'reservation:override': '사유를 남기고 규칙 밖 예약', 'reservation:correct': '예약 바로잡기',
    'waitlist:read': '대기 보기', 'waitlist:write': '대기 신청과 취소', 'offer:read': '제안 보기', 'offer:decide': '제안 수락과 거절', 'offer:operate': '제안하기와 회수', 'intent:read': '요청 보기', 'intent:write': '요청하기', 'intent:operate': '시도 결과 정하기',
    'approval:read': '승인 보기', 'approval:prepare': '작업 준비', 'approval:decide': '작업 승인', 'venue:operate': '예약 일시 중지', 'venue:manage': '매장, 자리, 영업시간 변경', 'capacity:adjust': '정원 조정', 'policy:preview': '규칙 시험', 'policy:draft': '규칙 초안 작성', 'policy:activate': '규칙 적용',
    'adjustment:read': '조정 보기', 'adjustment:manage': '조정 부여', 'audit:read': '감사 기록 보기', 'history:read': '이력 보기', 'feed:read': '달력 주소 보기', 'feed:issue': '달력 주소 발급', 'access:manage': '키와 멤버 관리', 'report:read': '보고서 보기', 'action:read': '할 일 보기',
  },
}

export const calendars: typeof calendarsEn = {
  title: '달력 주소',
  text: '달력 프로그램은 로그인할 수 없어서 비밀 주소를 씁니다. 주소를 아는 사람은 누구나 볼 수 있으니 비밀번호처럼 다뤄 주세요.',
  none: '아직 달력 주소가 없습니다', noneText: '자리나 손님의 달력 주소를 발급할 수 있습니다.', columns: { of: '누구의 달력', privacy: '보이는 내용', lastUsed: '마지막으로 읽음', state: '상태' }, open: '열림', shut: '닫힘', lastUsedHelp: '시간 단위', showShut: '닫힌 것도 보기',
  issue: {
    title: '달력 주소 발급', of: '누구의 달력', place: '자리', customer: '손님', choosePlace: '자리', privacy: '보이는 내용', submit: '발급', done: '달력 주소를 열었습니다',
    privacyHelp: { BUSY: '시간이 찼다는 것만 보입니다.', DETAILS: '이름, 인원, 상태도 보입니다. 메모, 이메일, 전화번호는 어떤 달력에도 없습니다.' },
    secretTitle: (name) => `${name}의 달력 주소`, secretText: '달력 프로그램에서 가져오기가 아니라 구독(“URL에서”)으로 추가해 주세요.', noSecret: '달력 주소는 만들어졌지만 응답을 받지 못했습니다. 닫고 새로 발급해 주세요.',
  },
  revoke: { button: '닫기', of: (name) => `${josa(name, '의', '의')} 달력 주소 닫기`, text: '그때부터 없던 주소처럼 응답합니다.', submit: '완전히 닫기', done: '닫았습니다' },
}
