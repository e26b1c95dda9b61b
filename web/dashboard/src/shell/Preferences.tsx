import { ActionIcon, Button, Group, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useWatched } from '../api/observable'
import { Icon, type IconName } from '../components/icons'
import { shellWords } from '../messages/catalogues'
import { languages, ownName, speak, useLanguage } from '../messages/language'
import { useWords } from '../messages/words'
import { density, setDensity } from '../theme/density'

const next: Record<MantineColorScheme, MantineColorScheme> = { auto: 'light', light: 'dark', dark: 'auto' }
const icon: Record<MantineColorScheme, IconName> = { auto: 'device', light: 'sun', dark: 'moon' }

/** Language and colours; for staff also how close rows stand. */
export function Preferences({ withDensity = false }: { withDensity?: boolean }) {
  const close = useWatched(density)
  const otherDensity = close === 'compact' ? 'comfortable' : 'compact'
  const words = useWords(shellWords)
  const now = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const other = languages.find((language) => language !== now) ?? now
  return (
    <Group gap={4} wrap="nowrap">
      <Button variant="subtle" color="slate" lang={other} leftSection={<Icon name="language" size={18} />} onClick={() => speak(other)} data-testid="language">
        {ownName[other]}
      </Button>
      <ActionIcon
        variant="subtle" color="slate" onClick={() => setColorScheme(next[colorScheme])} data-testid="colors"
        aria-label={`${words.colors.label}: ${words.colors[colorScheme]}`} title={`${words.colors.label}: ${words.colors[colorScheme]}`}
      >
        <Icon name={icon[colorScheme]} />
      </ActionIcon>
      {withDensity && (
        <ActionIcon
          variant="subtle" color="slate" onClick={() => setDensity(otherDensity)} data-testid="density"
          aria-label={`${words.density.label}: ${words.density[close]}`} title={`${words.density.label}: ${words.density[close]}`}
        >
          <Icon name={close === 'compact' ? 'rows' : 'rowsWide'} />
        </ActionIcon>
      )}
    </Group>
  )
}
