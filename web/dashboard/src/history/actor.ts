import { roleValues, type Role } from '../gql/enums'

interface Actor {
  /** Null where the program did it by itself, or somebody whose role this page does not know. */
  role: Role | null
  name: string
  itself: boolean
}

/** Who did something: the audit writes the role and the name, or the program's own name. */
export function actorOf(text: string): Actor {
  const [first = '', ...rest] = text.split(' ')
  if ((roleValues as readonly string[]).includes(first)) return { role: first as Role, name: rest.join(' '), itself: false }
  return { role: null, name: text, itself: /^(system|slotq)\b/i.test(text) }
}
