export interface Found {
  id: string
  name: string
  email?: string | null
  phone?: string | null
}

/** The people whose name or e-mail holds a text, or whose telephone number ends in its digits: as the server searches among bookings. */
export function matching(text: string, people: readonly Found[]): Found[] {
  const wanted = text.normalize('NFC').toLowerCase()
  const digits = text.replace(/\D/g, '')
  const holds = (value: string | null | undefined) => !!value && value.normalize('NFC').toLowerCase().includes(wanted)
  return people.filter(
    (person) =>
      holds(person.name) ||
      holds(person.email) ||
      (digits.length >= 2 && /^[\d\s()+-]+$/.test(text) && !!person.phone?.replace(/\D/g, '').endsWith(digits)),
  )
}
