import { josa } from '../../josa'
import type { settings as settingsEn, venues as en } from '../../en/admin/venues'

export const venues: typeof en = {
  title: '매장',
  text: '매장마다 시계, 영업시간, 규칙, 감사 기록이 따로 있습니다.',
  add: '매장 추가',
  none: '아직 매장이 없습니다',
  noneText: '첫 매장을 추가해 주세요. 규칙 버전 1로 시작하며 영업시간은 비어 있습니다.',
  columns: { name: '이름', code: '코드', clock: '현지 시각', rules: '규칙', automatic: '자동 제안', laidOut: '미리 여는 기간' },
  policy: (n) => `버전 ${n}`,
  days: (n) => `${n}일`,
  open: (name) => `${name} 열기`,
  on: '켜짐', off: '꺼짐', some: (n) => `손님 ${n}명에게만`,
  form: {
    name: '이름', nameHelp: '손님에게 보이는 이름입니다.', code: '코드', codeHelp: '주소에 들어갑니다. 영문 소문자, 숫자, 붙임표만 쓸 수 있고 나중에 바꿀 수 없습니다.',
    zone: '시간대', zoneHelp: '영업시간은 이 시계를 따릅니다.', submit: '매장 추가', done: (name) => `${josa(name, '을', '를')} 추가했습니다`,
    next: '이제 자리와 영업시간을 정해 주세요.', toResources: '자리 추가', toHours: '영업시간 설정', badCode: '영문 소문자, 숫자, 붙임표만 쓸 수 있습니다',
  },
}

export const settings: typeof settingsEn = {
  title: '매장 설정',
  text: '이름과 시계, 구역, 매장이 스스로 보내는 것을 정합니다.',
  basics: {
    title: '이름과 시계', name: '이름', timeZone: '시간대', layoutDays: '미리 여는 기간(일)', layoutHelp: '며칠 앞까지 예약할 시간을 열어 둘지 정합니다. 1~400일.',
    zoneChanges: '시간대를 바꾸면 모든 시간이 새로 만들어집니다. 이미 잡힌 예약은 그 시각에 그대로 남고 검토 목록에 나옵니다.', code: '코드',
  },
  areas: {
    title: '구역', text: '홀, 테라스, 층처럼 자리가 놓인 곳입니다.', none: '아직 구역이 없습니다.', name: '구역 이름', add: '구역 추가', rename: (name) => `${name} 이름 바꾸기`, added: '구역을 추가했습니다',
    renamed: '이름을 바꿨습니다',
  },
  switches: {
    title: '스위치', text: '매장이 스스로 보내는 것을 켜고 끕니다. 만료와 반납, 대사는 여기와 상관없이 계속됩니다.',
    offers: '빈자리를 대기 손님에게 자동으로 제안', offersHelp: '끄면 빈자리는 다시 켤 때까지 기다리거나 직원이 직접 제안합니다.',
    notices: '알림 보내기', noticesHelp: '끄면 새 메시지를 보내지 않습니다. 제안과 기한은 그대로 진행됩니다.',
    allowListed: '자동 제안을 허용 목록으로 제한', allowListedHelp: '켜면 아래 손님만 자동 제안을 받습니다.',
    allowList: '허용 목록', allowNone: '목록이 비어 있어 아무도 자동 제안을 받지 않습니다.', addPerson: '손님 추가', removePerson: (name) => `목록에서 ${name} 빼기`,
    reasonMissing: '사유를 입력해 주세요', submit: '적용', done: '적용했습니다', on: '켜짐', off: '꺼짐', everybody: '모두',
  },
  pauses: {
    title: '예약 일시 중지', text: '매장 전체나 한 자리의 새 예약을 잠시 받지 않습니다. 이미 잡힌 예약은 그대로이고, 대기에서 채우지도 않습니다.', none: '예정되었거나 진행 중인 중지가 없습니다.',
    columns: { what: '대상', from: '시작', until: '끝', reason: '사유', state: '상태' }, whole: '매장 전체', running: '진행 중', planned: '예정', ended: '일찍 끝냄', end: '지금 끝내기', endOf: (what) => `${what} 중지를 지금 끝내기`,
    add: '예약 일시 중지', what: '중지할 대상', from: '시작', fromHelp: '비우거나 지난 시각이면 지금부터입니다.', until: '끝', reason: '사유', reasonHelp: '직원에게만 보입니다.',
    submit: '중지', done: '중지했습니다', ends: '끝냈습니다', order: '끝이 시작보다 뒤여야 합니다.',
  },
  review: {
    title: '규칙 변경으로 남은 예약', text: '예약은 있지만 규칙에는 더 없는 시간입니다. 자동으로 옮기지 않으니 예약을 옮기거나 취소해 주세요.',
    none: '남은 것이 없습니다.', columns: { time: '시간', place: '자리', taken: '사용 중', open: '예약' }, open: '이 날의 예약 보기',
  },
}
