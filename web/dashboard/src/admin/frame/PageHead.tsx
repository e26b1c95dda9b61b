import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import './frame.css'

/** The head of a page: what it is, what it is for, and what can be begun from here. */
export function PageHead({ title, children, actions }: { title: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} maw="46rem">
        <Title order={1} size="h2">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" component="div">
            {children}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
