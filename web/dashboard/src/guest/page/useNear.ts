import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether a part of the page is in sight or nearly so, now and ever: what is far down need not be read, nor listened to. */
export function useNear<E extends Element>(): { ref: RefObject<E | null>; near: boolean; was: boolean } {
  const ref = useRef<E>(null)
  const [near, setNear] = useState(false)
  const [was, setWas] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        const now = !!entry?.isIntersecting
        setNear(now)
        if (now) setWas(true)
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, near, was }
}
