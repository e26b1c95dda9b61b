import { access, adjustments, calendars } from './admin/access'
import { audit } from './admin/audit'
import { frame } from './admin/frame'
import { hours } from './admin/hours'
import { policies } from './admin/policies'
import { promises, reports } from './admin/reports'
import { resources } from './admin/resources'
import { settings, venues } from './admin/venues'

/** The words of the administrators' screens, a file for each part. */
export const admin = {
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
