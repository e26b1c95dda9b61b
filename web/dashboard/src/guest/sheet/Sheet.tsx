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
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog} className="sheet" aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="sheet-in">
        <header className="sheet-head">
          <h2 id={id} tabIndex={-1}>{title}</h2>
          <ActionIcon color="slate" onClick={onClose} aria-label={words.close}><Icon name="close" /></ActionIcon>
        </header>
        {children}
      </div>
    </dialog>
  )
}
