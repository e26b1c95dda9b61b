import { useMemo } from 'react'
import { useLanguage } from '../../messages/language'

/** A share as percent; a dash where there is none. */
export function useSayShare(): (share: number | null) => string {
  const language = useLanguage()
  return useMemo(() => {
    const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
    return (share) => (share === null ? '–' : format.format(share))
  }, [language])
}
