import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { announce } from '../../components/announce'
import { Icon } from '../../components/icons'
import { useAdminWords } from '../words'

/** Puts a text on the clipboard and says whether that worked. */
export function CopyButton({ text, label, variant = 'subtle' }: { text: string; label: string; variant?: 'subtle' | 'filled' }) {
  const { copy } = useAdminWords().frame
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => setState('idle'), 3_000)
    return () => clearTimeout(timer)
  }, [state])
  const put = async () => {
    const worked = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setState(worked ? 'done' : 'failed')
    announce(worked ? copy.done : copy.failed)
  }
  return (
    <Button
      variant={variant}
      size="compact-sm"
      flex="none"
      {...(variant === 'subtle' ? { color: 'slate' } : {})}
      leftSection={state === 'done' ? <Icon name="check" size={16} /> : undefined}
      onClick={() => void put()}
      aria-label={`${copy.copy}: ${label}`}
    >
      {state === 'done' ? copy.done : state === 'failed' ? copy.failed : copy.copy}
    </Button>
  )
}
