// One fetcher for GraphiQL: queries and mutations by POST, subscriptions by graphql-transport-ws,
// both at /graphql of the same origin and with the same credential.

import type { Fetcher, FetcherOpts, FetcherParams } from "@graphiql/toolkit";
import { getOperationAST, parse, type ExecutionResult } from "graphql";
import { createClient, type Client } from "graphql-ws";

const endpoint = "/graphql";

export function createFetcher(defaultAuthorization: string | null): Fetcher {
  const sockets = new Sockets();
  return (params, opts) => {
    const headers = headersFor(defaultAuthorization, opts);
    if (isSubscription(params)) {
      return subscribe(sockets.for(headers.get("authorization")), params);
    }
    return post(params, headers);
  };
}

/** What the Headers editor says wins over the credential of the link. */
function headersFor(defaultAuthorization: string | null, opts?: FetcherOpts): Headers {
  const headers = new Headers(opts?.headers);
  if (defaultAuthorization !== null && !headers.has("authorization")) {
    headers.set("authorization", defaultAuthorization);
  }
  headers.set("accept", "application/graphql-response+json, application/json;q=0.9");
  headers.set("content-type", "application/json");
  // Without a credential of its own the page speaks for whoever is signed in; the cookie counts only beside this header.
  headers.set("x-slotq-client", "graphiql");
  return headers;
}

function isSubscription({ query, operationName }: FetcherParams): boolean {
  try {
    return getOperationAST(parse(query), operationName)?.operation === "subscription";
  } catch {
    return false; // the server words syntax errors better
  }
}

async function post(params: FetcherParams, headers: Headers): Promise<ExecutionResult> {
  const response = await fetch(endpoint, {
    method: "POST",
    body: JSON.stringify(params),
    headers,
    credentials: "same-origin",
  });
  if (!/[/+]json\b/.test(response.headers.get("content-type") ?? "")) {
    throw readable(`${endpoint} answered ${response.status} ${response.statusText} without JSON`);
  }
  return response.json();
}

async function* subscribe(client: Client, params: FetcherParams): AsyncGenerator<ExecutionResult> {
  const { query, operationName, variables } = params;
  try {
    // GraphiQL only prints results, so the wire's plain errors serve where it asks for GraphQLError.
    yield* client.iterate({ query, operationName, variables }) as AsyncGenerator<ExecutionResult>;
  } catch (cause) {
    if (cause instanceof CloseEvent) {
      throw readable(`socket closed: ${cause.code} ${cause.reason}`.trim());
    }
    throw cause;
  }
}

/** GraphiQL shows what is thrown as JSON; of an Error it would show the minified stack as well. */
function readable(message: string): { message: string } {
  return { message };
}

/** A socket speaks for one credential; another credential gets another socket. */
class Sockets {
  private client: Client | null = null;
  private authorization: string | null = null;

  for(authorization: string | null): Client {
    if (this.client !== null && this.authorization === authorization) return this.client;
    void this.client?.dispose();
    this.authorization = authorization;
    this.client = createClient({
      url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${endpoint}`,
      connectionParams: authorization === null ? undefined : { authorization },
      // An explorer shows the close code; a retry in silence would hide it.
      retryAttempts: 0,
    });
    return this.client;
  }
}
