import { Text, Tooltip } from '@mantine/core'
import { useAdminWords } from '../words'

/** What a credential is limited to, in words. */
export function Limits({
  of,
  scopes = [],
}: {
  of: { venues: { id: string; name: string }[]; customer?: { name: string } | null }
  scopes?: string[]
}) {
  const { access: words } = useAdminWords()
  const capabilities = scopes.map((scope) => words.capability[scope] ?? scope)
  return (
    <Text size="xs" component="span">
      {of.venues.length ? of.venues.map((venue) => venue.name).join(', ') : words.allVenues}
      {' · '}
      {scopes.length ? (
        <Tooltip label={capabilities.join(', ')} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
          <span
            tabIndex={0}
            style={{ textDecoration: 'underline dotted' }}
            aria-label={`${words.scopes(scopes.length)}: ${capabilities.join(', ')}`}
            role="note"
          >
            {words.scopes(scopes.length)}
          </span>
        </Tooltip>
      ) : (
        words.everything
      )}
      {of.customer && <> · {words.actsFor(of.customer.name)}</>}
    </Text>
  )
}
