import type { Page } from '@playwright/test'

/**
 * Lets so many changes of reservations a second arrive in the page's own socket, as the server writes them, with a change of a slot beside each:
 * what the page does with them is measured without what the server does to make them. Each is of a booking that is on the screen, which is
 * confirmed, seated, held and moved to and fro. Stops by itself.
 */
export async function inject(page: Page, known: Known, perSecond: number, seconds: number): Promise<void> {
  await page.evaluate(
    async ({ known, perSecond, seconds }) => {
      const { sockets, templates } = window as unknown as { sockets: WebSocket[]; templates: Record<string, { id: string; payload: { data: Record<string, Event> } }> }
      type Event = Record<string, unknown> & { reservation?: Entity; slot?: Entity }
      type Entity = Record<string, unknown> & { id: string; version: number; status?: string; partySize?: number; remaining?: number; slots?: unknown[] }
      const socket = sockets.findLast((one) => one.readyState === WebSocket.OPEN)
      const reservations = known.reservations as Entity[]
      const slots = known.slots as Entity[]
      const changed = templates.reservationChanged
      const opened = templates.availabilityChanged
      if (!socket || !changed || !opened || reservations.length === 0) throw new Error(`nothing to go by: ${socket ? '' : 'no socket, '}${Object.keys(templates)} heard, ${reservations.length} bookings`)
      const say = (template: typeof changed, root: string, what: 'reservation' | 'slot', entity: Entity) => {
        const event = { ...template.payload.data[root], occurredAt: new Date().toISOString(), [what]: entity }
        const data = JSON.stringify({ id: template.id, type: 'next', payload: { data: { __typename: 'Subscription', [root]: event } } })
        socket.dispatchEvent(new MessageEvent('message', { data }))
      }
      const states = ['CONFIRMED', 'CHECKED_IN', 'HELD', 'CONFIRMED']
      const began = performance.now()
      let sent = 0
      let skipped = 0
      await new Promise<void>((done) => {
        const timer = setInterval(() => {
          const due = ((performance.now() - began) / 1000) * perSecond
          skipped = Math.max(skipped, due - sent - perSecond / 4) // what is late by more than a quarter of a second is not made up for
          while (sent + skipped < due) {
            const at = (sent * 7) % reservations.length
            const one = reservations[at]!
            const other = reservations[(at + 3) % reservations.length]!
            const swap = sent % 4 === 0 && other.slots
            reservations[at] = {
              ...one, version: one.version + 1, status: states[one.version % states.length]!, partySize: 1 + (one.version % 4), ...(swap ? { slots: other.slots } : {}),
              expiresAt: new Date(Date.now() + 240_000).toISOString(),
            }
            say(changed, 'reservationChanged', 'reservation', reservations[at]!)
            const place = (sent * 5) % slots.length
            slots[place] = { ...slots[place]!, version: slots[place]!.version + 1, remaining: slots[place]!.version % 2 }
            say(opened, 'availabilityChanged', 'slot', slots[place]!)
            sent++
          }
          if (performance.now() - began > seconds * 1000) {
            clearInterval(timer)
            done()
          }
        }, 5)
      })
    },
    { known, perSecond, seconds },
  )
}

/** What the page has read: the bookings and slots of its day, as the server answered them. */
export interface Known {
  reservations: unknown[]
  slots: unknown[]
}

/** Keeps what the page reads and hears, as it came, so that more of the same can be made. Must be laid before the page is opened. */
export async function keepTemplates(page: Page): Promise<Known> {
  const known: Known = { reservations: [], slots: [] }
  page.on('response', (answer) => {
    if (!answer.url().endsWith('/graphql')) return
    void answer.json().then(
      (body: { data?: { reservations?: { nodes: unknown[] }; availability?: { nodes: unknown[] } } }) => {
        known.reservations.push(...(body.data?.reservations?.nodes ?? []))
        known.slots.push(...(body.data?.availability?.nodes ?? []))
      },
      () => {},
    )
  })
  await page.addInitScript(() => {
    const templates: Record<string, unknown> = {}
    Object.assign(window, { templates })
    const Real = window.WebSocket
    window.WebSocket = class extends Real {
      constructor(...how: ConstructorParameters<typeof Real>) {
        super(...how)
        this.addEventListener('message', ({ data }) => {
          const root = typeof data === 'string' ? /"(reservationChanged|availabilityChanged)":/.exec(data)?.[1] : undefined
          if (root && !templates[root] && (data as string).includes('"kind":"CHANGE"')) templates[root] = JSON.parse(data as string)
        })
      }
    }
  })
  return known
}
