import type { admin as en } from '../en/admin'

export const admin: typeof en = {
  title: 'admin',
}
