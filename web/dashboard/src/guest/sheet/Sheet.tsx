import { ActionIcon } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../../components/icons'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import './Sheet.css'

interface Props {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Something to settle before going on: comes up from the bottom of a phone, stands in the middle elsewhere. The browser keeps the focus inside and gives it back. */
export function Sheet({ title, onClose, children }: Props) {
  const words = useWords(shellWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const closing = useRef(onClose)
  closing.current = onClose
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    // A press beside the sheet closes it, as its button and the Escape key do.
    const beside = (event: MouseEvent) => {
      if (event.target === element) closing.current()
    }
    element.addEventListener('mousedown', beside)
    return () => {
      element.removeEventListener('mousedown', beside)
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog} className="guest-sheet" aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="guest-sheet-in">
        <header className="guest-sheet-head">
          <h2 id={id} tabIndex={-1}>{title}</h2>
          <ActionIcon color="slate" onClick={onClose} aria-label={words.close}><Icon name="close" /></ActionIcon>
        </header>
        {children}
      </div>
    </dialog>
  )
}
