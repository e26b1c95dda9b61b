import { Anchor, Text } from '@mantine/core'

/** How to reach a guest: a number to call, an address to write to. */
export function Contact({ of }: { of: { name: string; phone?: string | null; email?: string | null } }) {
  if (!of.phone && !of.email)
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    )
  return (
    <span className="contact">
      {of.phone && <Anchor href={`tel:${of.phone.replace(/[^+\d]/g, '')}`}>{of.phone}</Anchor>}
      {of.email && <Anchor href={`mailto:${of.email}`}>{of.email}</Anchor>}
    </span>
  )
}
