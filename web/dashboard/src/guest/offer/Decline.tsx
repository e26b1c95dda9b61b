import { useId, useState } from 'react'
import { Ask } from '../sheet/Ask'
import { useGuestWords } from '../words'
import './Decline.css'

const reasons = ['CUSTOMER_DECLINED', 'TIME_UNSUITABLE'] as const
export type Reason = (typeof reasons)[number]

/** Asks whether and why, since the place is gone the moment it is declined. */
export function Decline({ onNo, onYes }: { onNo: () => void; onYes: (reason: Reason) => void }) {
  const words = useGuestWords().offer
  const [reason, setReason] = useState<Reason>('CUSTOMER_DECLINED')
  const name = useId()
  return (
    <Ask title={words.declineTitle} text={words.declineText} yes={words.decline} no={words.keep} onNo={onNo} onYes={() => onYes(reason)}>
      <fieldset className="reasons">
        <legend>{words.why}</legend>
        {reasons.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={reason === one} onChange={() => setReason(one)} /> {words.reason[one]}
          </label>
        ))}
      </fieldset>
    </Ask>
  )
}
