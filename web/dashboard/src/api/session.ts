import { keep, stored } from './keys'
import { watched } from './observable'

/**
 * Whether this page still speaks for whom it was opened. `gone`: the server says that nobody is signed in. `changed`: somebody else has signed in
 * from another tab, whose cookie now goes with this page's requests too; nothing more may be sent from here.
 */
export const session = watched<'here' | 'gone' | 'changed'>('here')

/** Notes who uses this browser, and hears of it when another tab signs in as somebody else. */
export function keepSession(viewer: string): () => void {
  keep(stored.viewer, viewer)
  const changed = (event: StorageEvent) => {
    if (event.key === stored.viewer && event.newValue && event.newValue !== viewer) session.set('changed')
  }
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

/** Whether the session's cookie speaks for somebody. Unknown, and so true, while the server can't be asked. */
export async function stillSignedIn(): Promise<boolean> {
  try {
    const answer = await fetch('/auth/session', { headers: { accept: 'application/json' } })
    return answer.status !== 401
  } catch {
    return true
  }
}

/** Ends the session, here and where the server says at the identity provider too, and starts the page anew. */
export async function signOut(): Promise<void> {
  const answer = await fetch('/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json', 'x-slotq-client': 'web' }, body: '{}' })
  const said = answer.ok ? ((await answer.json().catch(() => null)) as { providerSignOut?: string | null } | null) : null
  location.assign(said?.providerSignOut ?? '/')
}

/** Whether this program is the demo, in which one may become anybody of a list. */
export async function isDemo(): Promise<boolean> {
  try {
    return (await fetch('/auth/demo', { method: 'HEAD' })).ok
  } catch {
    return false
  }
}
