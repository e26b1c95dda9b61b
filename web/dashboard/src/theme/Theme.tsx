import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { stored } from '../api/keys'
import { useWatched } from '../api/observable'
import { density } from './density'
import { cssVariablesResolver, guestTheme, staffThemes } from './theme'

const colors = localStorageColorSchemeManager({ key: stored.colors })

/** The nonce with which this page may add style elements; the server writes another into each page. */
export const pageNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

export function Theme({ for: audience, children }: { for: 'guest' | 'staff'; children: ReactNode }) {
  const close = useWatched(density)
  return (
    <MantineProvider
      theme={audience === 'guest' ? guestTheme : staffThemes[close]}
      defaultColorScheme="auto"
      colorSchemeManager={colors}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={pageNonce}
    >
      {children}
    </MantineProvider>
  )
}
