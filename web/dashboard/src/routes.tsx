import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Broken } from './shell/Broken'
import { GuestShell } from './shell/GuestShell'
import { Nowhere } from './shell/Nowhere'
import { Pending } from './shell/Pending'
import { Root } from './shell/Root'
import { Start } from './shell/Start'

// All addresses. Each screen is a part of its own that is loaded when it is shown; guests load nothing of the staff's.

/** What an address says behind its question mark: filters, a day. Screens read it by useSearch({ strict: false }). */
export type Search = Partial<Record<string, string>>
const anySearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== '').map(([name, value]) => [name, String(value)]))

const root = createRootRoute({ component: Root, notFoundComponent: Nowhere, errorComponent: Broken, validateSearch: anySearch })

const start = createRoute({ getParentRoute: () => root, path: '/', component: Start })

const guest = createRoute({ getParentRoute: () => root, id: 'guest', component: GuestShell })
const guestRoutes = [
  createRoute({ getParentRoute: () => guest, path: '/book/$venue', component: lazyRouteComponent(() => import('./guest/FindTime'), 'FindTime') }),
  createRoute({ getParentRoute: () => guest, path: '/reservation/$id', component: lazyRouteComponent(() => import('./guest/ReservationPage'), 'ReservationPage') }),
  createRoute({ getParentRoute: () => guest, path: '/waiting/$id', component: lazyRouteComponent(() => import('./guest/WaitingPage'), 'WaitingPage') }),
  createRoute({ getParentRoute: () => guest, path: '/offer/$id', component: lazyRouteComponent(() => import('./guest/OfferPage'), 'OfferPage') }),
  createRoute({ getParentRoute: () => guest, path: '/request/$id', component: lazyRouteComponent(() => import('./guest/RequestPage'), 'RequestPage') }),
  createRoute({ getParentRoute: () => guest, path: '/approvals', component: lazyRouteComponent(() => import('./guest/ApprovalsPage'), 'ApprovalsPage') }),
  createRoute({ getParentRoute: () => guest, path: '/mine', component: lazyRouteComponent(() => import('./guest/MinePage'), 'MinePage') }),
] as const

const staff = createRoute({ getParentRoute: () => root, id: 'staff', component: lazyRouteComponent(() => import('./shell/StaffShell'), 'StaffShell') })
const venue = createRoute({ getParentRoute: () => staff, path: '/v/$venue' })
const venueRoutes = [
  createRoute({ getParentRoute: () => venue, path: '/queue', component: lazyRouteComponent(() => import('./staff/QueuePage'), 'QueuePage') }),
  createRoute({ getParentRoute: () => venue, path: '/timeline', component: lazyRouteComponent(() => import('./staff/TimelinePage'), 'TimelinePage') }),
  createRoute({ getParentRoute: () => venue, path: '/reservations', component: lazyRouteComponent(() => import('./staff/ReservationsPage'), 'ReservationsPage') }),
  createRoute({ getParentRoute: () => venue, path: '/reservations/$id', component: lazyRouteComponent(() => import('./staff/ReservationPage'), 'ReservationPage') }),
  createRoute({ getParentRoute: () => venue, path: '/waitlist', component: lazyRouteComponent(() => import('./staff/WaitlistPage'), 'WaitlistPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/hours', component: lazyRouteComponent(() => import('./admin/HoursPage'), 'HoursPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/resources', component: lazyRouteComponent(() => import('./admin/ResourcesPage'), 'ResourcesPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/policies', component: lazyRouteComponent(() => import('./admin/PoliciesPage'), 'PoliciesPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/adjustments', component: lazyRouteComponent(() => import('./admin/AdjustmentsPage'), 'AdjustmentsPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/reports', component: lazyRouteComponent(() => import('./admin/ReportsPage'), 'ReportsPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/invariants', component: lazyRouteComponent(() => import('./admin/InvariantsPage'), 'InvariantsPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/audit', component: lazyRouteComponent(() => import('./admin/AuditPage'), 'AuditPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/calendars', component: lazyRouteComponent(() => import('./admin/CalendarsPage'), 'CalendarsPage') }),
  createRoute({ getParentRoute: () => venue, path: '/admin/settings', component: lazyRouteComponent(() => import('./admin/SettingsPage'), 'SettingsPage') }),
] as const
const houseRoutes = [
  createRoute({ getParentRoute: () => staff, path: '/admin/venues', component: lazyRouteComponent(() => import('./admin/VenuesPage'), 'VenuesPage') }),
  createRoute({ getParentRoute: () => staff, path: '/admin/access', component: lazyRouteComponent(() => import('./admin/AccessPage'), 'AccessPage') }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([start, guest.addChildren(guestRoutes), staff.addChildren([venue.addChildren(venueRoutes), ...houseRoutes])]),
  defaultPendingComponent: Pending,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: Nowhere,
  defaultPreload: 'intent',
  defaultStructuralSharing: true,
  scrollRestoration: true,
  // As people write them: the router's own way puts quotation marks around what looks like a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(Object.entries(anySearch(search)) as [string, string][]).toString()
    return text && `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
