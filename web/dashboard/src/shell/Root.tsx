import { Outlet } from '@tanstack/react-router'
import { Welcome } from './Start'
import { ViewerGate } from './Viewer'

/** Every page stands behind the question who is there. */
export const Root = () => (
  <ViewerGate signedOutPage={<Welcome />}>
    <Outlet />
  </ViewerGate>
)
