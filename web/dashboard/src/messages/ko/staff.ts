import type { staff as en } from '../en/staff'

export const staff: typeof en = {
  title: 'staff',
}
