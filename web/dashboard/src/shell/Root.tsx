import { Outlet } from '@tanstack/react-router'
import { Welcome } from './Start'
import { useArrival } from './useArrival'
import { ViewerGate } from './Viewer'

/** Every page stands behind the question who is there. */
export function Root() {
  useArrival()
  return (
    <ViewerGate signedOutPage={<Welcome />}>
      <Outlet />
    </ViewerGate>
  )
}
