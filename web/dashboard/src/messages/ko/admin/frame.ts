import { josa } from '../../josa'
import type { frame as en } from '../../en/admin/frame'

export const frame: typeof en = {
  save: '저장',
  saved: '저장했습니다',
  discard: '변경 취소',
  unsaved: '아직 저장하지 않았습니다',
  add: '추가',
  edit: '편집',
  cancel: '취소',
  remove: '삭제',
  refresh: '새로 읽기',
  yes: '예',
  no: '아니요',
  none: '없음',
  never: '없음',
  all: '전체',
  actions: '작업',
  reason: '사유',
  reasonHelp: '감사 기록에 남습니다.',
  more: '더 보기',
  version: (n) => `버전 ${n}`,
  editOf: (name) => `${name} 편집`,
  copy: { copy: '복사', done: '복사했습니다', failed: '복사하지 못했습니다' },
  secret: {
    once: '지금 한 번만 표시됩니다. 요약값만 보관하므로 저희도 다시 볼 수 없습니다.',
    kept: '안전한 곳에 보관했습니다',
    done: '완료',
  },
  moved: {
    title: '편집하는 동안 다른 사람이 내용을 바꿨습니다',
    text: '입력한 내용은 그대로 있습니다. 지금 상태를 확인하고 이어서 저장해 주세요.',
    field: '항목',
    yours: '내 입력',
    untouched: '바꾸지 않음',
  },
  unit: { second: '초', minute: '분', hour: '시간', day: '일', of: (label) => `${label} 단위` },
  moment: {
    zone: (city, name) => `${city} 시각(${name}) 기준입니다.`,
    skipped: '시계가 건너뛰는 시각입니다. 바로 다음 시각으로 계산합니다.',
    repeated: '시계가 두 번 지나는 시각입니다. 먼저 오는 쪽으로 계산합니다.',
  },
  zone: { none: '도시나 지역을 입력해 주세요.', now: (time) => `그곳은 지금 ${time}입니다.` },
  customer: {
    label: '손님', placeholder: '이름, 이메일 또는 전화번호 끝자리', help: '이 매장에서 예약했거나 대기 중인 손님을 찾을 수 있습니다.',
    typeMore: '두 글자 이상 입력해 주세요', searching: '찾는 중…', nobody: '찾은 손님이 없습니다', chosen: (name) => `${josa(name, '을', '를')} 골랐습니다`,
  },
}
