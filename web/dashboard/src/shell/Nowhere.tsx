import { NotFound } from '../components/states'
import { GuestFrame } from './GuestShell'

/** An address that leads nowhere. */
export const Nowhere = () => (
  <GuestFrame>
    <NotFound />
  </GuestFrame>
)
