import { ActionIcon, Button } from '@mantine/core'
import { signOut } from '../api/session'
import { Icon } from '../components/icons'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { useMaybeViewer } from './Viewer'

export function SignOut({ iconOnly = false }: { iconOnly?: boolean }) {
  const viewer = useMaybeViewer()
  const words = useWords(shellWords)
  if (!viewer) return null
  const icon = <Icon name="signOut" size={18} />
  const out = () => void signOut()
  if (iconOnly) return <ActionIcon variant="subtle" color="slate" onClick={out} aria-label={words.signOut} title={words.signOut}>{icon}</ActionIcon>
  return <Button variant="subtle" color="slate" leftSection={icon} onClick={out} title={viewer.displayName}>{words.signOut}</Button>
}
