import { josa } from '../../josa'
import type { hours as en } from '../../en/admin/hours'

export const hours: typeof en = {
  title: '영업시간',
  text: '매주 여는 시간, 날짜별 예외, 공휴일을 정하면 예약 시간이 그에 맞춰 만들어집니다. 이미 잡힌 예약은 규칙 때문에 옮겨지거나 지워지지 않습니다.',
  scope: {
    label: '누구의 규칙', venue: '매장 전체', own: '따로 규칙이 있는 자리', others: '매장 규칙을 따르는 자리',
    venueText: '따로 규칙이 없는 모든 자리에 적용됩니다.',
    ownText: (name) => `${josa(name, '은', '는')} 따로 정한 규칙이 있습니다. 주간 시간은 매장의 것을 대신하고, 날짜별 예외는 그 날짜에 대신합니다.`,
    followsText: (name) => `${josa(name, '은', '는')} 매장 규칙을 따릅니다. 여기서 정하는 주간 시간이 매장의 것을 대신합니다.`,
    also: '함께 적용할 자리', alsoHelp: '그 자리의 규칙은 이것으로 바뀝니다.', back: '다시 매장 규칙 따르기', noWindows: '따로 정한 시간이 없어 매장 규칙을 따릅니다.',
  },
  state: { laidOut: '예약 시간이 이 규칙과 같습니다.', catchingUp: '최근 변경에 맞춰 예약 시간을 만들고 있습니다…', tzdata: (version) => `시간대 데이터 ${version}` },
  week: {
    title: '주간 시간', text: '포인터로 끌어서 시간을 칠할 수 있고 여러 요일에 걸쳐도 됩니다. 화살표 키로도 바꿀 수 있습니다. 좌우로 고르고, 위아래로 옮기고, Shift와 함께 누르면 늘리거나 줄입니다.',
    grid: '주간 시간표', add: '시간 추가', none: '주간 시간이 없습니다. 아래 날짜에 따로 정하지 않으면 닫습니다.',
    block: (days, from, to, slots) => `${days}, ${from}부터 ${to}까지, ${slots}`,
    slots: (n) => `예약 시간 ${n}개`,
    tail: '전날에서 이어짐', nextDay: '다음 날', walkIn: '현장 손님', now: '하루 중 시각',
  },
  window: {
    legend: (n) => `시간 ${n}`, days: '요일', opens: '여는 시각', closes: '닫는 시각', pastMidnight: '자정 넘김', slotLength: '이용 시간', every: '시작 간격',
    everyHelp: { same: '하나가 끝나면 다음이 시작합니다.', overlap: '시간이 겹칩니다. 한 팀이 통째로 쓰는 자리에만 쓸 수 있습니다.', gaps: '사이에 빈 시간이 있습니다.' },
    walkInOnly: '예약 없이 오는 손님용', remove: '이 시간 삭제', starts: (list) => `시작: ${list}`, more: (n) => `외 ${n}개`,
    fault: {
      noWeekday: '요일을 하나 이상 골라 주세요', badClock: '시각은 HH:MM으로 입력해 주세요', badLength: '이용 시간은 분 단위이고 하루를 넘을 수 없습니다', noSlotFits: '이 길이로는 하나도 들어가지 않습니다',
      badEvery: '분 단위이고 하루를 넘을 수 없습니다', overlaps: '다른 시간과 겹칩니다',
    },
  },
  dates: {
    title: '날짜별 예외', text: '예외가 있는 날에는 주간 시간과 공휴일을 보지 않습니다. 달력에서 날짜를 골라 주세요.', year: '앞으로 1년',
    legend: { closed: '휴무', special: '따로 정한 시간', holidayClosed: '공휴일 휴무', holidayOpen: '공휴일 영업', clockChange: '시계 변경' },
    day: (date, what) => `${date}: ${what}`, plain: '주간 시간', special: '따로 정한 시간', closed: '휴무', holiday: (name) => `공휴일(${name})`,
    clockForward: (hours) => `시계가 ${hours} 앞당겨짐`, clockBack: (hours) => `시계가 ${hours} 늦춰짐`,
    none: '따로 정한 날짜가 없습니다.', columns: { date: '날짜', what: '적용되는 내용', acts: '작업' }, edit: (date) => `${date} 바꾸기`, remove: (date) => `${date}을 주간 시간으로 되돌리기`,
    editor: { title: (date) => `${date} 규칙`, closed: '하루 종일 휴무', open: '따로 정한 시간', week: '주간 시간대로', apply: '저장 목록에 넣기', addWindow: '시간 추가' },
    past: (n) => `지난 날짜 ${n}개는 그대로 둡니다.`,
    today: '오늘', edited: '아직 저장하지 않음',
  },
  holidays: {
    title: '공휴일', text: '지역의 공휴일을 알고 있습니다. 날짜별 예외가 먼저입니다.', region: '지역', noRegion: '없음', closed: '공휴일에 휴무', save: '공휴일 저장', done: '저장했습니다. 예약 시간이 곧 맞춰집니다',
    coverage: (from, to) => `자료는 ${from}부터 ${to}까지 있습니다. 그 밖의 날은 공휴일로 보지 않습니다.`, coming: '다가오는 공휴일', open: '영업', shut: '휴무', none: '앞으로 1년 안에 알려진 공휴일이 없습니다.', search: '나라나 지역을 입력해 주세요',
    more: (n) => `외 ${n}일`,
  },
  clock: {
    title: '시계 변경', none: '앞으로 400일 동안 이 시간대의 시계는 바뀌지 않습니다.', text: '지금 규칙의 예약 시간에 미치는 영향입니다.',
    forward: (hours, time) => `시계가 ${hours} 앞당겨져 ${time}이 됩니다`, back: (hours, time) => `시계가 ${hours} 늦춰져 ${time}이 됩니다`, untouched: '영향을 받는 시간이 없습니다.',
    touched: (time, effect, n) => `${time}: ${effect}(자리 ${n}개)`,
  },
  trial: {
    title: '저장하면 이렇게 됩니다', idle: '내용을 바꾸면 저장하기 전에 앞으로의 모습이 여기에 나타납니다.', days: '앞으로 며칠', reading: '규칙을 시험하는 중…', fault: '지금 내용으로는 시험할 수 없습니다.',
    total: (before, after) => `지금 ${before}개, 바꾼 뒤 ${after}개`,
    appears: (n) => `${n}개가 생깁니다`, goes: (n) => `${n}개가 없어집니다`, turns: (n) => `${n}개의 현장 손님 구분이 바뀝니다`, stays: (n) => `${n}개는 그대로입니다`,
    same: '앞으로의 예약 시간은 그대로입니다.', until: (time) => `너무 많아 모두 비교할 수 없어 ${time}까지만 비교했습니다.`,
    stranded: (n) => `예약이 있는 시간 ${n}개가 규칙에서 벗어납니다`, strandedNone: '규칙에서 벗어나는 예약은 없습니다.',
    strandedText: '예약은 그대로 남고, 사람이 옮기거나 취소할 때까지 검토 목록에 나옵니다.',
    moreTimes: (n) => `그 밖에 ${n}개 시각`,
    columns: { day: '날짜', before: '지금', after: '바꾼 뒤', change: '변화' }, list: '날짜별', plus: (time, n) => `${time}, 자리 ${n}개`,
    added: '생김', gone: '없어짐', turned: '현장 손님 구분 변경', nothing: '그대로', showDays: '모든 날 보기', onlyChanged: '바뀌는 날만', taken: (taken, of) => `${of} 중 ${taken} 사용`,
  },
  save: '영업시간 저장', done: '저장했습니다. 예약 시간이 1초 안에 맞춰집니다.', reset: '변경 취소',
  field: { windows: '주간 시간', asWeek: '주간 시간대로', closed: '휴무', windowsOf: (n) => `시간 ${n}개` },
}
