import { Alert, Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../../components/icons'
import { commandWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useAdminWords } from '../words'
import type { Fields } from './draft'
import type { Draft } from './useDraft'

interface Props<F extends Fields> {
  draft: Draft<F>
  now: F
  /** What a field is called, and how its value reads. */
  label: (field: keyof F & string) => string
  say: (field: keyof F & string, value: F[keyof F]) => ReactNode
}

/** Somebody else changed what is being edited: what was seen, what is true now, and what was typed, side by side. Nothing is sent before it was looked at. */
export function Moved<F extends Fields>({ draft, now, label, say }: Props<F>) {
  const { moved: words } = useAdminWords().frame
  const commands = useWords(commandWords)
  if (draft.moved.length === 0) return null
  return (
    <Alert variant="light" color="amber" icon={<Icon name="warning" />} title={words.title} data-testid="moved">
      <Stack gap="xs">
        <Text size="sm">{words.text}</Text>
        <table className="sheet">
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{commands.youSaw}</th>
              <th scope="col">{commands.now}</th>
              <th scope="col">{words.yours}</th>
            </tr>
          </thead>
          <tbody>
            {draft.moved.map((field) => (
              <tr key={field}>
                <th scope="row">{label(field)}</th>
                <td>
                  <del>{say(field, draft.base[field])}</del>
                </td>
                <td>
                  <strong>{say(field, now[field])}</strong>
                </td>
                <td>{draft.edited.includes(field) ? say(field, draft.values[field]) : words.untouched}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <Button variant="outline" color="slate" onClick={draft.takeNow}>
            {commands.goOn}
          </Button>
        </div>
      </Stack>
    </Alert>
  )
}
