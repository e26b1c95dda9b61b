import { expect, type Page } from '@playwright/test'
import type { Evening } from '../house/evening'
import type { Person } from '../house/tenant'
import { settled } from '../window/accessible'

/** A screen of the dashboard: who sees it, and how one gets there. */
export interface Screen {
  name: string
  /** What a picture of it shows, for the album. */
  shows: string
  person?: Person
  /** On a telephone. */
  phone?: true
  path: (evening: Evening) => string
  /** Opens what stands behind a press, once the screen is there. */
  then?: (page: Page, evening: Evening) => Promise<void>
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desk = { viewport: { width: 1280, height: 800 } }

const at = (evening: Evening, place: string): string => `/v/${evening.venue.id}/${place}`

export const screens: Screen[] = [
  { name: 'welcome', shows: 'The first page, before anybody is signed in', path: () => '/' },
  { name: 'demo-sign-in', shows: 'Whom one may be in the demo', path: () => '/auth/demo' },

  { name: 'guest-venues', shows: 'Where a guest begins: what is theirs, and where they may book', person: 'customerA', phone: true, path: () => '/' },
  { name: 'guest-find-a-time', shows: 'A guest looks for a time', person: 'customerA', phone: true, path: ({ venue, nextDay }) => `/book/${venue.id}?day=${nextDay}` },
  { name: 'guest-hold', shows: 'A place is held, and the time runs', person: 'customerA', phone: true, path: ({ held }) => `/reservation/${held.id}` },
  { name: 'guest-reservation', shows: 'A confirmed reservation', person: 'customerA', phone: true, path: ({ mine }) => `/reservation/${mine.id}` },
  { name: 'guest-waiting', shows: 'A place in the queue, and why', person: 'customerA', phone: true, path: ({ waiting }) => `/waiting/${waiting.id}` },
  { name: 'guest-offer', shows: 'An offer with its countdown', person: 'customerB', phone: true, path: ({ offer }) => `/offer/${offer.id}` },
  { name: 'guest-approvals', shows: 'What an agent prepared, for a yes or no', person: 'customerA', phone: true, path: () => '/approvals' },
  { name: 'guest-mine', shows: 'All that is mine', person: 'customerA', phone: true, path: () => '/mine' },

  { name: 'staff-queue', shows: 'What waits for a person, by urgency', person: 'staff', path: (evening) => at(evening, 'queue') },
  { name: 'staff-timeline', shows: 'The floor of today', person: 'staff', path: (evening) => at(evening, 'timeline') },
  { name: 'staff-reservations', shows: 'The reservations of a day', person: 'staff', path: (evening) => at(evening, 'reservations') },
  { name: 'staff-reservation', shows: 'One reservation and its history', person: 'staff', path: (evening) => at(evening, `reservations/${evening.mine.id}`) },
  { name: 'staff-waitlist', shows: 'Who waits, in which order and why', person: 'staff', path: (evening) => at(evening, 'waitlist') },

  { name: 'admin-hours', shows: 'Opening rules and what follows from them', person: 'admin', path: (evening) => at(evening, 'admin/hours') },
  { name: 'admin-resources', shows: 'Tables, areas and how they join', person: 'admin', path: (evening) => at(evening, 'admin/resources') },
  { name: 'admin-policies', shows: 'The rules in force and a draft beside them', person: 'admin', path: (evening) => at(evening, 'admin/policies') },
  { name: 'admin-adjustments', shows: 'Credits and marks of customers', person: 'admin', path: (evening) => at(evening, 'admin/adjustments') },
  { name: 'admin-reports', shows: 'How the venue did', person: 'admin', path: (evening) => at(evening, 'admin/reports') },
  { name: 'admin-invariants', shows: 'The promises, always checked', person: 'admin', path: (evening) => at(evening, 'admin/invariants') },
  { name: 'admin-audit', shows: 'Who did what, and how it ended', person: 'admin', path: (evening) => at(evening, 'admin/audit') },
  { name: 'admin-calendars', shows: 'Addresses at which other calendars read', person: 'admin', path: (evening) => at(evening, 'admin/calendars') },
  { name: 'admin-settings', shows: 'What the venue sends out of itself', person: 'admin', path: (evening) => at(evening, 'admin/settings') },
  { name: 'admin-venues', shows: 'All venues', person: 'admin', path: () => '/admin/venues' },
  { name: 'admin-access', shows: 'People and keys', person: 'admin', path: () => '/admin/access' },
]

/** Goes to a screen and waits until all of it is there. */
export async function show(page: Page, screen: Screen, evening: Evening): Promise<void> {
  await page.goto(screen.path(evening))
  await complete(page)
  await screen.then?.(page, evening)
  await complete(page)
}

async function complete(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // What is far below loads when one comes near.
  const awaited = () =>
    page.locator('[aria-busy=true], [data-testid=loading]').evaluateAll((busy) => busy.filter((element) => element.getBoundingClientRect().top < innerHeight).length)
  await expect.poll(awaited, 'what is still loading').toBe(0)
  await settled(page)
}
