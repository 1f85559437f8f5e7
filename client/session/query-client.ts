import { QueryCache, type QueryClient } from "@tanstack/query-core"

/** Query options that leave every decision to fetch to the store. */
export const passiveQueryOptions = {
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: "always",
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** Creates what a query needs of a QueryClient, for apps without one. A full one adds 2 kB. */
export function createMinimalQueryClient(): QueryClient {
  const cache = new QueryCache()
  const client = {
    getQueryCache: () => cache,
    getQueryDefaults: () => undefined,
    defaultQueryOptions: <Options>(options: Options) => options,
  }
  return client as unknown as QueryClient // a query and its cache call nothing else
}
