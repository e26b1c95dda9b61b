/**
 * Variables of a subscription that resumes. graphql-ws and graphql-sse write the request anew each time they connect, and
 * `after` then names the last event that was seen. Show every result to `saw`.
 */
export function resumable<V extends object>(variables: V & { after?: string | null }) {
  let after = variables.after ?? null
  return {
    variables: {
      ...variables,
      get after() {
        return after
      },
    },
    saw(this: void, result: { data?: object | null }) {
      for (const event of Object.values(result.data ?? {})) after = event?.cursor ?? after
    },
  }
}

interface Request {
  query: string
  variables: Record<string, unknown>
}

interface Sink {
  next(result: any): void
  error(reason: any): void
  complete(): void
}

/** What the clients of graphql-ws and graphql-sse have in common. */
export interface Subscriber {
  subscribe(request: Request, sink: Sink): () => void
}

/** Subscribes, and resumes where it was when the client connects again. */
export function subscribeResuming(client: Subscriber, request: Request, sink: Sink): () => void {
  const { variables, saw } = resumable(request.variables)
  return client.subscribe(
    { query: request.query, variables },
    {
      next(result) {
        saw(result)
        sink.next(result)
      },
      error: reason => sink.error(reason),
      complete: () => sink.complete(),
    },
  )
}
