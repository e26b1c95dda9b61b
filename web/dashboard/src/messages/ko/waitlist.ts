import type { waitlist as en } from '../en/waitlist'

export const waitlist: typeof en = {
  count: (n) => `${n}팀 대기 중`, join: '손님 올리기…', preview: '다음은 누구?',
  order: {
    title: '순서', byJoining: '먼저 온 순서대로만 돌아갑니다.', weighed: (weights) => `점수순입니다. 항목마다 비중과 값을 곱해 더하고(${weights}), 같으면 먼저 온 손님이 앞섭니다.`,
    strict: '자리가 뒤 손님에게만 맞더라도 앞 손님을 건너뛰지 않습니다.', bestFit: (limit) => `자리가 맞지 않으면 ${limit}번까지 건너뛸 수 있고, 그 뒤에는 건너뛰지 않습니다.`,
    joinedFirst: '먼저 온 순서', served: '제안에 답할 차례',
    policy: (n) => `규칙 ${n}번`, points: (n) => `${n}점`, factor: (name, weight, value) => `${name}: ${weight} × ${value}`, fit: '자리 적합도는 자리가 났을 때 더합니다.',
  },
  offersOff: '자동 제안이 꺼져 있습니다. 그동안 난 자리는 다시 켜면 제안하며, 직접 제안할 수는 있습니다.', autoOff: '지금 규칙은 자동으로 제안하지 않습니다. 직접 제안해 주세요.',
  column: { turn: '순서', guest: '손님', party: '인원', wish: '원하는 시간', waited: '기다린 시간', state: '상태', why: '순서의 까닭', acts: '처리' },
  table: '순서대로 본 대기', place: (n) => `${n}번째`, placeHelp: '시간이 겹치는 대기 가운데 먼저 온 순서', byJoining: (n) => `먼저 온 순 ${n}`, any: '자리 무관',
  waited: (length) => length, against: (usual) => `절반은 ${usual} 안에 제안받음`, longer: (usual) => `열에 아홉(${usual})보다 오래 기다림`, usual: (p50, p90) => `지난 7일 동안 첫 제안까지 절반은 ${p50}, 열에 아홉은 ${p90} 안에 받았습니다.`,
  joined: (time) => `${time} 신청`, priority: (n) => `우선순위 ${n}`, offered: (what) => `${what} 제안`, offerLeft: (who) => `${who} 님 남은 시간`,
  showPast: '지난 대기도 보기', hidePast: '기다리는 손님만', empty: '기다리는 손님이 없습니다', emptyText: '대기를 신청하면 몇 초 안에 나타납니다. 전화한 손님은 직접 올릴 수 있습니다.',
  read: (time) => `${time} 기준`, live: '새 대기는 5초 안에 나타납니다.',
  next: { nobodyWishes: '이 날을 원하는 대기 손님이 없습니다.', title: '다음은 누구?', what: '현재 규칙이 이 자리에 누구를 고를지 보여 줍니다. 물어보기만 하며 바뀌는 것은 없습니다.', taken: '지금은 빈자리가 없습니다. 자리가 나면 순서상 가장 먼저 맞는 손님:', suitsNobody: '이 자리에 맞는 대기 손님이 없습니다.', thenOthers: (n) => `그다음 ${n}팀`, chosen: '선정될 손님', nobody: '이 자리에 맞는 대기 손님이 없습니다.', day: '날짜', choose: '자리를 골라 주세요.', reading: '서버에 묻는 중…' },
  keys: { down: '다음 줄', up: '이전 줄', offer: '직접 자리 제안', priority: '우선순위 변경', leave: '대기에서 빼기', add: '손님 올리기', yes: '진행 중인 제안: 수락(현장)', phone: '진행 중인 제안: 수락(전화)', no: '진행 중인 제안: 거절', withdraw: '진행 중인 제안 회수', preview: '다음은 누구?' },
}
