import type { history as en } from '../en/history'

export const history: typeof en = {
  you: (name) => `${name} (나)`,
  itself: 'SlotQ가 스스로',
  routine: {
    lapseHold: '보류 만료',
    expireEntry: '대기 시간 지남',
    offerNext: '빈자리 제안',
    expireApproval: '승인 만료',
    advanceIntent: '요청 진행',
    giveUp: '규칙에 따른 노쇼',
    enactPlannedPolicy: '예약된 규칙 적용',
    noteLapses: '만료 기록',
    attemptAnswered: '예약 시스템 응답',
    attemptSighted: '예약 시스템 확인',
    registerProvider: '예약 시스템 등록',
    verifyProvider: '예약 시스템 확인',
    tieProvider: '예약 시스템 연결',
    untieProvider: '예약 시스템 연결 해제',
    addMember: '운영자가 멤버 추가',
    addTenant: '운영자가 업체 개설',
    takeMembership: '첫 로그인',
    becomeGuest: '손님으로 가입',
  },
}
