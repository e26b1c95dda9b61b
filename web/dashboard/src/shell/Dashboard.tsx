import { setNonce } from 'get-nonce'
import { RouterProvider } from '@tanstack/react-router'
import { Provider } from 'urql'
import { client } from '../api/client'
import { Announcer } from '../components/announce'
import { router } from '../routes'
import { pageNonce, Theme } from '../theme/Theme'

// Dialogs add a style element while they are open.
setNonce(pageNonce())

/** The whole page. */
export const Dashboard = () => (
  <Theme for="guest">
    <Provider value={client}>
      <RouterProvider router={router} />
    </Provider>
    <Announcer />
  </Theme>
)
