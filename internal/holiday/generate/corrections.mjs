// Where the source is wrong, or silent: each correction names what it changes and why. A rule is written in the grammar of
// date-holidays. A correction that no longer meets the source stops the generator, so that none outlives its reason.

/** Rules changed in place: `from` must be in the source, `to` must not. What the rule is called stays. */
const renamed = (from, to) => ({ from, to })

const saturdaysToo = (rule) =>
  renamed(`${rule} and if Sunday then next Monday`, `${rule} and if Saturday then previous Friday if Sunday then next Monday`)

const labourDayKR = { name: { en: 'Labour Day', ko: '노동절' }, active: [{ from: '2026-01-01' }] }

const sinceTaiwanAct = (en, zh) => ({ name: { en, zh }, substitute: true, active: [{ from: '2025-05-28' }] })

const eveBeforeLunarEve = { name: { en: "Day before Chinese New Year's Eve", zh: '小年夜' } }

export const corrections = [
  {
    where: ['KR'],
    why: 'The three days of Seollal begin on the eve of the first day of the first month, not on that day.',
    rename: [renamed('korean 01-0-01 P3D', 'korean 01-0-00 P3D')]
  },
  {
    where: ['KR'],
    why: 'Labour Day is a public holiday since 2026, with a substitute for Saturday and Sunday.',
    add: {
      '05-01': labourDayKR,
      'substitutes 05-01 if Saturday,Sunday then next Monday': { ...labourDayKR, substitute: true }
    }
  },
  {
    where: ['KR'],
    why: 'Days that the government gave once, and election days already set. Elections from 2028 on are not.',
    add: {
      '2025-01-27': { name: { en: 'Temporary Public Holiday', ko: '임시공휴일' } },
      '2025-06-03': { name: { en: 'Presidential Election Day', ko: '대통령 선거일' } },
      '2026-06-03': { name: { en: 'Local Election Day', ko: '전국동시지방선거일' } }
    }
  },
  {
    where: ['JP'],
    // As a rule it would ask the source's own rule for the 22nd, which asks back without end.
    why: 'A day between two holidays is a holiday. The source says so of 22 September alone; in 2032 it is the 21st.',
    add: { '2032-09-21': { name: { en: "Citizens' Holiday", jp: '国民の休日' } } }
  },
  {
    where: ['CN'],
    why: 'Since 2025 the Spring Festival has four days, from the eve, and Labour Day two.',
    add: {
      'chinese 01-0-03': { name: { en: 'Spring Festival', zh: '春节' } },
      '05-02': { _name: '05-01' }
    }
  },
  {
    where: ['CN'],
    why: "Children's Day is a free day for children below 14 alone.",
    drop: ['06-01']
  },
  {
    where: ['TW'],
    why: 'The act on memorial days and holidays of 28 May 2025 gave five more days; Labour Day is for everybody since 2026.',
    add: {
      '09-28 and if Saturday then previous Friday if Sunday then next Monday': sinceTaiwanAct("Teachers' Day", '孔子誕辰紀念日 / 教師節'),
      '10-25 and if Saturday then previous Friday if Sunday then next Monday': sinceTaiwanAct('Taiwan Retrocession Day', '臺灣光復暨金門古寧頭大捷紀念日'),
      '12-25 and if Saturday then previous Friday if Sunday then next Monday': sinceTaiwanAct('Constitution Day', '行憲紀念日'),
      '2026-02-15': eveBeforeLunarEve,
      '2027-02-04': eveBeforeLunarEve,
      '2028-01-24': eveBeforeLunarEve,
      '2029-02-11': eveBeforeLunarEve,
      '2030-02-01': eveBeforeLunarEve,
      '2031-01-21': eveBeforeLunarEve,
      '2032-02-09': eveBeforeLunarEve
    },
    change: {
      '05-01 and if Saturday then previous Friday if Sunday then next Monday': { type: 'public', active: [{ from: '2026-01-01' }] }
    }
  },
  {
    where: ['TW'],
    why: 'A holiday on a Saturday makes the Friday before it free; the source knows only of Sundays.',
    rename: ['02-28', '04-04', 'chinese 5-01 solarterm', 'chinese 05-0-05', 'chinese 08-0-15', '10-10'].map(saturdaysToo)
  },
  {
    where: ['TW'],
    why: "When Children's Day and Tomb Sweeping Day meet, or the one's substitute meets the other, a day beside them is free.",
    add: Object.fromEntries(['2025-04-03', '2027-04-06', '2028-04-03', '2029-04-03'].map((date) =>
      [date, { name: { en: "Children's Day (substitute day)", zh: '兒童節 (更换日)' } }]))
  },
  {
    where: ['MA'],
    why: 'The three Islamic feasts have two days each in Morocco.',
    rename: [
      renamed('1 Shawwal', '1 Shawwal P2D'),
      renamed('10 Dhu al-Hijjah', '10 Dhu al-Hijjah P2D'),
      renamed('12 Rabi al-awwal', '12 Rabi al-awwal P2D')
    ]
  },
  {
    where: ['MA'],
    why: 'The Amazigh New Year is a holiday since 2024, Unity Day since 2026.',
    add: {
      '01-14': { name: { en: 'Amazigh New Year', fr: 'Nouvel An amazigh', ar: 'رأس السنة الأمازيغية' } },
      '10-31': { name: { en: 'Unity Day', fr: "Fête de l'Unité", ar: 'عيد الوحدة' }, active: [{ from: '2026-01-01' }] }
    }
  },
  {
    where: ['CL'],
    why: 'The Saturday before Easter is a holiday by law.',
    add: { 'easter -1': { _name: 'easter -1' } }
  },
  ...['AM', 'MT', 'RJ', 'SP'].map((state) => ({
    where: ['BR', state],
    why: "The state's own day ended when the nation took it over, and hides the nation's.",
    drop: ['11-20']
  }))
]

/** Countries that the source lacks. */
export const countries = {
  WS: {
    // The Public Holidays Act 2008 of Samoa, section 2. Polling days, and days that the Head of State declares, are not here.
    names: { en: 'Samoa' },
    langs: ['en'],
    zones: ['Pacific/Apia'],
    days: {
      '01-01': { name: { en: "New Year's Day" } },
      'substitutes 01-01 if Sunday then next Tuesday': { name: { en: "New Year's Day" }, substitute: true },
      '01-02': { name: { en: "Day after New Year's Day" } },
      'substitutes 01-02 if Sunday then next Monday': { name: { en: "Day after New Year's Day" }, substitute: true },
      'easter -2': { name: { en: 'Good Friday' } },
      'easter -1': { name: { en: 'Saturday after Good Friday' } },
      'easter 1': { name: { en: 'Easter Monday' } },
      'monday after 2nd sunday in May': { name: { en: "Mothers' Day" } },
      '06-01': { name: { en: 'Independence Day' } },
      'monday after 2nd sunday in August': { name: { en: "Fathers' Day" } },
      'monday after 2nd sunday in October': { name: { en: 'Lotu a Tamaiti' } },
      '12-25': { name: { en: 'Christmas Day' } },
      'substitutes 12-25 if Sunday then next Tuesday': { name: { en: 'Christmas Day' }, substitute: true },
      '12-26': { name: { en: 'Boxing Day' } },
      'substitutes 12-26 if Sunday then next Monday': { name: { en: 'Boxing Day' }, substitute: true }
    }
  }
}
