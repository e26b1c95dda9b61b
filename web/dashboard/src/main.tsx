import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { declareLanguage } from './messages/language'
import { Dashboard } from './shell/Dashboard'
import { ensureTemporal } from './time/temporal'
import './theme/guest.css'
import './theme/base.css'

declareLanguage()

// A part that can't be loaded was replaced by a newer version of the program: the page is loaded again, once. Commands under way are safe.
addEventListener('vite:preloadError', (event) => {
  const again = 'slotq.loadedAgain'
  if (Date.now() - Number(sessionStorage.getItem(again) ?? 0) < 60_000) return
  sessionStorage.setItem(again, String(Date.now()))
  event.preventDefault()
  location.reload()
})

await ensureTemporal()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Dashboard />
  </StrictMode>,
)
// Only what the system's own fonts lack is taken from here, slice by slice; the page does not wait for it.
const fonts = () => void import('./theme/fonts')
if ('requestIdleCallback' in window) requestIdleCallback(fonts)
else setTimeout(fonts, 200)
