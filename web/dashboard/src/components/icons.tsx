import type { SVGProps } from 'react'

// Our own few lines, 24 by 24. A drawing says nothing by itself: whatever it stands in has a name.
const drawings = {
  queue: 'M4 6h10M4 12h7M4 18h10M17 9l2 2 4-4M17 17l2 2 4-4',
  timeline: 'M3 5v14M8 7h6M11 12h8M6 17h7',
  reservations: 'M7 3v3M17 3v3M4 8h16M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM8 13h3M8 16h6',
  waitlist: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 20c0-3.5 2.7-6 6-6s6 2.5 6 6M16 7h6M18 11h4M20 15h2',
  hours: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  resources: 'M4 10h16M6 10v9M18 10v9M9 6h6',
  policies: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  adjustments: 'M12 20s-7-4.4-7-9.5A4 4 0 0 1 12 8a4 4 0 0 1 7 2.500C19 15.600 12 20 12 20z',
  reports: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  invariants: 'M12 3l7 3v5c0 4.500-3 8-7 10-4-2-7-5.500-7-10V6zM9 12l2 2 4-4',
  audit: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM15.500 15.500L21 21',
  api: 'M9 12a3 3 0 1 1 2.500-4.600L14.500 13M15 16a3 3 0 1 1 0 3H8M6 12.500a3 3 0 1 0 3 4.500',
  calendars: 'M7 3v3M17 3v3M4 8h16M5 5h14v15H5zM8 12h3M13 12h3M8 16h3',
  settings: 'M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM12 3v2.500M12 18.500V21M3 12h2.500M18.500 12H21M5.600 5.600l1.800 1.800M16.600 16.600l1.800 1.800M5.600 18.400l1.800-1.800M16.600 7.400l1.800-1.800',
  venues: 'M4 21V9l8-5 8 5v12M9 21v-6h6v6',
  access: 'M14 10a4 4 0 1 0-3.800 4L12 16h2v2h2v2h3v-3z',
  book: 'M7 3v3M17 3v3M4 8h16M5 5h14v15H5zM12 11v6M9 14h6',
  mine: 'M6 3h12v18l-6-4-6 4z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M2 12h2M20 12h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400',
  moon: 'M20 14.500A8 8 0 1 1 9.500 4a6.500 6.500 0 0 0 10.500 10.500z',
  device: 'M4 5h16v11H4zM9 20h6M12 16v4',
  rows: 'M4 5h16M4 9.500h16M4 14h16M4 18.500h16',
  rowsWide: 'M4 5h16M4 12h16M4 19h16',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.500',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.500',
  recent: 'M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4M12 8v4l3 2',
  signOut: 'M14 4H5v16h9M10 12h11M18 9l3 3-3 3',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 21c0-4 3-7 7-7s7 3 7 7',
  language: 'M3 6h10M8 4v2M11 6c-1 4-4 7-8 8.500M5 9c1 2.500 3.500 4.500 6 5.500M12 21l4.500-10L21 21M13.500 18h6',
  calendar: 'M7 3v3M17 3v3M4 9h16M5 5h14v15H5z',
  search: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM15.500 15.500L21 21',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.700.400-1 .900-1 1.700M12 17v.500',
  move: 'M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3',
  phone: 'M5 4h4l2 5-2.500 1.500a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1A15 15 0 0 1 4 5a1 1 0 0 1 1-1z',
} as const

export type IconName = keyof typeof drawings

export function Icon({ name, size = 20, ...rest }: { name: IconName; size?: number } & Omit<SVGProps<SVGSVGElement>, 'name'>) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor" strokeWidth="1.800" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" {...rest}>
      <path d={drawings[name]} />
    </svg>
  )
}
