/** Query options that leave every decision to fetch to the store. */
export const passiveQueryOptions = {
  enabled: true,
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: "always",
  refetchInterval: false,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** A change in a QueryClient's cache. @internal */
interface QueryEvent {
  readonly type: string
  readonly query: {
    readonly queryKey: readonly unknown[]
    readonly state: { readonly data?: unknown }
    isActive(): boolean
  }
  readonly action?: { readonly type: string }
}

/** @internal */
interface QueryFilter {
  queryKey: readonly unknown[]
  exact: boolean
}

/** Options of the session's query. @internal */
type SessionQueryDefaults = typeof passiveQueryOptions & {
  queryFn: () => Promise<unknown>
  persister: <Context>(queryFn: (context: Context) => unknown, context: Context) => unknown
}

/** The argument of a query function. */
export interface QueryContext {
  signal: AbortSignal
  /** Missing before TanStack Query 5.67. */
  client?: QueryClientLike | undefined
}

/** A query that wants the session. */
export interface QueryRequest {
  client?: QueryClientLike | undefined
  /** Whether it takes a known session. A refetch wants the newest. @default false */
  isFirst?: boolean
}

/**
 * The public methods of a QueryClient that the session uses. Every `QueryClient` of TanStack Query 5 for React, Solid
 * or Svelte has them.
 */
export interface QueryClientLike {
  getQueryData(queryKey: readonly unknown[]): unknown
  getQueryState(queryKey: readonly unknown[]): { readonly fetchStatus: string } | undefined
  setQueryData(queryKey: readonly unknown[], data: unknown): unknown
  setQueryDefaults(queryKey: readonly unknown[], options: SessionQueryDefaults): void
  fetchQuery(options: { queryKey: readonly unknown[]; staleTime: number }): Promise<unknown>
  resetQueries(filter: QueryFilter): Promise<void>
  getQueryCache(): {
    subscribe(listener: (event: QueryEvent) => void): () => void
    add(query: QueryEvent["query"]): void
  }
}
