import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Sheet } from './Sheet'

interface Props {
  title: string
  text?: ReactNode
  /** Does it. */
  yes: string
  /** Leaves everything as it is; comes first, so that a press by mistake does nothing. */
  no: string
  onYes: () => void
  onNo: () => void
  children?: ReactNode
}

/** Asks once more before something that can't be undone. */
export function Ask({ title, text, yes, no, onYes, onNo, children }: Props) {
  return (
    <Sheet title={title} onClose={onNo}>
      <Stack gap="md">
        {text && <Text component="div">{text}</Text>}
        {children}
        <div className="steps-row">
          <Button variant="default" onClick={onNo}>{no}</Button>
          <Button color="rust" onClick={onYes}>{yes}</Button>
        </div>
      </Stack>
    </Sheet>
  )
}
