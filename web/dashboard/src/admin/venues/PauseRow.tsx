import { Badge, Button } from '@mantine/core'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { TimeText } from '../../components/TimeText'
import { graphql } from '../../gql/admin'
import type { AdminPauseFragment } from '../../gql/admin/graphql'
import { useServerNow } from '../../time/countdown'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'

const End = graphql(`
  mutation AdminEndPause($input: EndPauseInput!) {
    endPause(input: $input) {
      ...CommandFields
      pause {
        ...AdminPause
      }
    }
  }
`)

/** One pause, and its end before its time. */
export function PauseRow({ pause, zone, may, changed }: { pause: AdminPauseFragment; zone: string; may: boolean; changed: () => void }) {
  const {
    settings: { pauses: words },
  } = useAdminWords()
  const now = useServerNow(5_000)
  const end = useCommand(End, { target: pause.id, about: pause.resource?.name ?? words.whole })
  useSettled(end.state, changed)
  const what = pause.resource?.name ?? words.whole
  const running = Date.parse(pause.from) <= now
  return (
    <>
      <tr data-over={pause.endedAt ? true : undefined}>
        <th scope="row">{what}</th>
        <td>
          <TimeText at={pause.from} zone={zone} style="dateTime" bare />
        </td>
        <td>
          <TimeText at={pause.until} zone={zone} style="dateTime" bare />
        </td>
        <td>{pause.reason}</td>
        <td>
          <Badge variant="light" tt="none" color={pause.endedAt ? 'slate' : running ? 'amber' : 'sea'}>
            {pause.endedAt ? words.ended : running ? words.running : words.planned}
          </Badge>
        </td>
        <td className="acts">
          {may && !pause.endedAt && (
            <Button
              variant="outline"
              color="slate"
              disabled={end.busy}
              aria-label={words.endOf(what)}
              onClick={() => void end.run({ pauseId: pause.id, expectedVersion: pause.version }, pause)}
            >
              {words.end}
            </Button>
          )}
        </td>
      </tr>
      {end.state.phase !== 'idle' && (
        <tr>
          <td colSpan={6}>
            <CommandResult of={end} done={words.ends} />
          </td>
        </tr>
      )}
    </>
  )
}
