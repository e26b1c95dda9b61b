import { josa } from '../../josa'
import type { resources as en } from '../../en/admin/resources'

export const resources: typeof en = {
  title: '자리',
  text: '테이블, 의사, 방처럼 시간을 파는 대상입니다. 지난 기록이 남아야 하므로 지우지 않고, 쓰지 않게 했다가 다시 쓸 수 있습니다.',
  add: '자리 추가',
  tabs: { places: '자리', capacity: '시간별 정원' },
  none: '아직 자리가 없습니다', noneText: '첫 자리를 추가하면 영업시간에 맞춰 예약 시간이 바로 만들어집니다.',
  columns: { name: '이름', kind: '종류', party: '인원', capacity: '정원', area: '구역', combines: '합친 자리', state: '상태' },
  people: (from, to) => (from === to ? `${from}명` : `${from}~${to}명`),
  active: '사용 중', retired: '사용 안 함', walkIn: '현장 손님 전용', showRetired: (n) => `사용하지 않는 자리 ${n}개 보기`, noArea: '구역 없음',
  edit: (name) => `${name} 편집`,
  form: {
    titleNew: '새 자리', titleEdit: (name) => name, name: '이름', kind: '종류', kindHelp: { EXCLUSIVE: '테이블이나 의사처럼 한 팀이 통째로 씁니다.', POOLED: '홀이나 수업처럼 정원이 찰 때까지 함께 씁니다.' }, kindFixed: '종류는 나중에 바꿀 수 없습니다.',
    capacity: '시간당 정원', capacityHelp: '바꾼 수는 앞으로 만들어질 시간부터 적용됩니다.', minParty: '최소 인원', maxParty: '최대 인원', area: '구역', walkInOnly: '예약 없이 오는 손님 전용',
    combines: '합칠 자리', combinesHelp: '한 팀이 통째로 쓰는 자리를 둘 이상 고릅니다. 합친 자리와 각 자리는 동시에 예약되지 않습니다.', active: '사용',
    retireText: '사용하지 않으면 새 예약도 새 시간도 없습니다. 이미 잡힌 예약은 그대로입니다.', submit: '자리 추가', done: (name) => `${josa(name, '을', '를')} 추가했습니다`, saved: '저장했습니다',
    fault: { name: '이름을 입력해 주세요', party: '최대 인원이 최소 인원보다 적을 수 없습니다', combines: '둘 이상 골라 주세요', capacity: '1부터 100,000까지입니다' },
  },
  capacity: {
    title: '시간별 정원', text: '한 번에 한 시간씩 바꿉니다. 늘린 자리는 대기 손님에게 먼저 가고, 이미 찬 수보다 줄일 수는 없습니다.', day: '날짜', previous: '전날', next: '다음 날', place: '자리', sharedPlaces: '함께 쓰는 자리', allPlaces: '모든 자리', none: '이 날은 예약 시간이 없습니다', noneText: '다른 날을 고르거나 영업시간을 확인해 주세요.',
    columns: { time: '시간', place: '자리', capacity: '정원', taken: '사용 중', state: '상태' }, adjust: '바꾸기', adjustOf: (place, time) => `${time} ${place} 정원 바꾸기`, now: (n) => `지금 ${n}`, becomes: '새 정원', submit: '정원 적용', done: (n) => `이제 정원은 ${n}입니다`,
    below: (n) => `이미 ${n}만큼 찼으므로 그보다 줄일 수 없습니다.`, onlyShared: '정원을 바꿀 수 있는 것은 함께 쓰는 자리뿐인데, 이 매장에는 없습니다.', more: '더 보기',
  },
}
