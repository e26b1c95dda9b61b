import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useTimelineWords } from './words'

/** The floor before it is known: the shape of its rows, and after a while what is awaited. */
export function FloorSkeleton() {
  const words = useWords(shellWords)
  const { loadingWhat } = useTimelineWords()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 5_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="floor-scroll floor-skeleton" role="group" aria-busy="true" aria-label={words.loading} data-testid="loading">
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="floor-skeleton-row">
          <Skeleton height={16} width="70%" />
          <div>
            <Skeleton height={30} ml={`${(row * 17) % 40}%`} width={`${12 + ((row * 7) % 14)}%`} />
          </div>
        </div>
      ))}
      {long && <p>{words.stillLoading(loadingWhat)}</p>}
    </div>
  )
}
