import type { audit as en } from '../../en/admin/audit'

export const audit: typeof en = {
  title: '감사 기록', text: '누가 무엇을 했는지 최근 것부터 보여 줍니다. 기록은 바뀌지 않으며 앞의 기록과 봉인으로 이어집니다.',
  filter: {
    label: '거르기', operations: '한 일', outcomes: '결과', problemCodes: '거절 사유', actor: '누가', actorHelp: '이름이나 역할의 일부', subject: '대상(id)', correlationId: '호출(문의 번호)', from: '시작', to: '끝', clear: '모두 지우기', apply: '적용', remove: (what) => `거르기 해제: ${what}`, other: '프로그램이 스스로 한 일',
  },
  columns: { at: '언제', actor: '누가', operation: '한 일', subject: '대상', outcome: '결과', reason: '사유', correlation: '호출' },
  none: '기록이 없습니다', noneText: '조건에 맞는 기록이 없습니다. 조건을 줄여 주세요.', loaded: (n) => `기록 ${n}건을 읽었습니다`, loadedMore: (n) => `기록 ${n}건을 읽었고 아래에 더 있습니다`, end: '이것이 전부입니다.',
  loadingMore: '더 읽는 중…', failed: '다음 기록을 읽지 못했습니다.', again: '다시 시도', newer: '새 기록 읽기', exportShown: (n) => `기록 ${n}건 내보내기(CSV)`, file: '감사기록', copyId: (id) => `${id} 복사`, onlyCall: (id) => `호출 ${id}의 기록만`, onlySubject: '이 대상의 기록만',
  kinds: { Reservation: '예약', WaitlistEntry: '대기', Offer: '제안', Intent: '요청', Attempt: '시도', Approval: '승인', Slot: '시간', Resource: '자리', Venue: '매장', Area: '구역', Pause: '일시 중지', PolicyVersion: '규칙 버전', Adjustment: '조정', ApiKey: 'API 키', Membership: '멤버십', CalendarFeed: '달력 주소', Series: '반복 예약', Tenant: '업체', AuditEntry: '감사 기록' },
  routine: {
    lapseHold: '보류 만료', expireEntry: '대기 시간 지남', offerNext: '빈자리 제안', expireApproval: '승인 만료', advanceIntent: '요청 진행', giveUp: '규칙에 따른 노쇼', enactPlannedPolicy: '예약된 규칙 적용', noteLapses: '만료 기록',
    attemptAnswered: '예약 시스템 응답', attemptSighted: '예약 시스템 확인', registerProvider: '예약 시스템 등록', verifyProvider: '예약 시스템 확인', tieProvider: '예약 시스템 연결', untieProvider: '예약 시스템 연결 해제', addMember: '운영자가 멤버 추가', addTenant: '운영자가 업체 개설', takeMembership: '첫 로그인', becomeGuest: '손님으로 가입',
  },
}
