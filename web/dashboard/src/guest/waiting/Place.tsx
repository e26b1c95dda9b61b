import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { announce } from '../../components/announce'
import { useGuestWords } from '../words'
import './Place.css'

/** Where in line one stands: the number, and in words who is before. */
export function Place({ position }: { position: number | null | undefined }) {
  const { line } = useGuestWords()
  const before = useRef(position)
  const text = position ? (position === 1 ? line.next : line.before(position - 1)) : ''
  useEffect(() => {
    if (text && before.current && before.current !== position) announce(text)
    before.current = position
  }, [position, text])
  if (!position) return null
  return (
    <div className="line-place" data-testid="position" data-position={position}>
      <span className="line-number">{line.place(position)}</span>
      <span>
        <strong>{text}</strong>
        <Text size="sm" c="dimmed">{line.among}</Text>
      </span>
    </div>
  )
}
