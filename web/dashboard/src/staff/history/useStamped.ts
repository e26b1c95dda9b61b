import { useMemo } from 'react'

/** A context that makes a question be asked of the server again whenever the stamp changes; what was read before stays in sight meanwhile. */
export const useStamped = (stamp: number | string) => useMemo(() => ({ requestPolicy: 'cache-and-network' as const, stamp }), [stamp])
