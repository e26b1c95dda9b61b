import { useBlocker } from '@tanstack/react-router'
import { useAdminWords } from '../words'

/** Asks before a page is left on which something was typed and not saved. */
export function useLeaveGuard(dirty: boolean): void {
  const { leave } = useAdminWords().frame
  // eslint-disable-next-line no-alert -- the browser's own question is the one that also stands before closing the tab
  useBlocker({ shouldBlockFn: () => dirty && !confirm(leave), enableBeforeUnload: dirty, disabled: !dirty })
}
