import { Button, Center } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { client } from '../api/client'
import { keepTime, noteServerTime } from '../api/clock'
import { onRefused } from '../api/live'
import { keepSession, session, stillSignedIn } from '../api/session'
import { useWatched } from '../api/observable'
import { ServerTimeQuery, ViewerQuery } from '../api/viewer'
import { askAllNow, inherit, recover } from '../commands/driver'
import { openLedger, watchOtherTabs } from '../commands/ledger'
import { world } from '../commands/world'
import { Loading, Notice, ReadError } from '../components/states'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import type { ViewerQuery as Answer } from '../gql/shell/graphql'

export type Viewer = Answer['viewer']

const Context = createContext<Viewer | null>(null)

/** Who is signed in. Below a shell there always is somebody. */
export function useViewer(): Viewer {
  const viewer = useContext(Context)
  if (!viewer) throw new Error('no viewer above this')
  return viewer
}

/** Whether the viewer may do something; the capabilities of the contract. */
export const useMay = (capability: string): boolean => useViewer().capabilities.includes(capability)

/** The viewer or, before and after there is one, null. */
export const useMaybeViewer = () => useContext(Context)

/** Asks who is signed in, and begins what needs to know: the clock, the commands that are open. */
export function ViewerGate({ children, signedOutPage }: { children: ReactNode; signedOutPage: ReactNode }) {
  const [asked] = useState(() => performance.now())
  const [answer, again] = useQuery({ query: ViewerQuery, requestPolicy: 'network-only' })
  const speaks = useWatched(session)
  const viewer = answer.data?.viewer
  const said = answer.data?.serverTime
  useEffect(() => {
    if (said) noteServerTime(said, asked, performance.now())
  }, [said, asked])
  const id = viewer?.id
  const guest = viewer?.role === 'CUSTOMER'
  useEffect(() => {
    if (!id) return
    openLedger({ id, guest })
    recover(world)
    onRefused(async () => {
      const still = await stillSignedIn()
      if (!still) session.set('gone')
      return still
    })
    const stops = [
      keepSession(id),
      watchOtherTabs(() => inherit(world)),
      keepTime(async () => (await client.query(ServerTimeQuery, {}, { requestPolicy: 'network-only' }).toPromise()).data?.serverTime),
    ]
    const back = () => askAllNow()
    addEventListener('online', back)
    return () => {
      for (const stop of stops) stop()
      removeEventListener('online', back)
    }
  }, [id, guest])
  if (speaks === 'changed') return <Changed />
  if (speaks === 'gone') return signedOutPage
  if (viewer) return <Context value={viewer}>{children}</Context>
  if (answer.error) return <Center mih="60dvh"><ReadError error={answer.error} retry={() => again({ requestPolicy: 'network-only' })} /></Center>
  return <Center mih="60dvh"><div style={{ width: 'min(40rem, 90vw)' }}><Loading rows={3} /></div></Center>
}

/** Somebody else has signed in from another tab: their cookie would speak for this page. */
function Changed() {
  const { changed } = useWords(shellWords)
  return (
    <Center mih="60dvh">
      <Notice icon="person" title={changed.title} testId="viewer-changed" action={<Button onClick={() => location.assign('/')}>{changed.goOn}</Button>}>
        {changed.text}
      </Notice>
    </Center>
  )
}
