import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  title: ReactNode
  /** What it is for, in a sentence. */
  text?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  tone?: 'amber' | 'rust'
  testId?: string
}

/** One part of a page with a name that screen readers can jump to. */
export function Section({ title, text, actions, children, tone, testId }: Props) {
  const id = useId()
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      aria-labelledby={id}
      data-testid={testId}
      {...(tone ? { style: { borderColor: `var(--edge-${tone})` } } : {})}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} maw="44rem" style={{ flex: '1 1 14rem' }}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {text && (
              <Text size="sm" c="dimmed" component="div">
                {text}
              </Text>
            )}
          </Stack>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
