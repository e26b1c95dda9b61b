import type { admin as en } from '../en/admin'
import { access, adjustments, calendars } from './admin/access'
import { audit } from './admin/audit'
import { frame } from './admin/frame'
import { hours } from './admin/hours'
import { policies } from './admin/policies'
import { promises, reports } from './admin/reports'
import { resources } from './admin/resources'
import { settings, venues } from './admin/venues'

export const admin: typeof en = {
  frame,
  venues,
  settings,
  resources,
  hours,
  policies,
  adjustments,
  access,
  calendars,
  reports,
  promises,
  audit,
}
