import type { ReactNode } from 'react'
import { useAdminWords } from '../words'
import './frame.css'

/** A table that scrolls sideways by itself where it is too wide, also by keyboard. */
export function Sheet({ caption, label, head, children }: { caption?: ReactNode; label?: string; head: ReactNode; children: ReactNode }) {
  return (
    <div className="sheet-scroll" role="group" tabIndex={0} {...(label ? { 'aria-label': label } : {})}>
      <table className="sheet">
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** The head of the column in which a row's buttons stand. */
export function ActsHead() {
  const { actions } = useAdminWords().frame
  return (
    <th scope="col">
      <span className="said">{actions}</span>
    </th>
  )
}
