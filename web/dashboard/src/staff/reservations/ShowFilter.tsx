import { Button, Group } from '@mantine/core'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { type Showing, showings } from './sorting'
import { useReservationWords } from './words'

interface Props {
  showing: Showing
  /** How many there are of a part; undefined until that is known. */
  count: ((part: Showing) => number) | undefined
  show: (part: Showing) => void
}

/** The parts of a day's list with their numbers; the late ones stand out. */
export function ShowFilter({ showing, count, show }: Props) {
  const words = useReservationWords()
  const language = useLanguage()
  return (
    <Group gap={4} role="group" aria-label={words.filter}>
      {showings.map((part) => {
        const n = count?.(part)
        const on = part === showing
        const color = on ? 'pine' : part === 'late' && n ? 'rust' : 'slate'
        return (
          <Button
            key={part}
            size="compact-sm"
            radius="xl"
            variant={on ? 'filled' : 'light'}
            color={color}
            aria-pressed={on}
            onClick={() => show(part)}
          >
            {words.show[part]} {n === undefined ? '' : number(language, n)}
          </Button>
        )
      })}
    </Group>
  )
}
