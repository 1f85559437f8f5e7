import { QueryCache, type QueryClient } from "@tanstack/query-core"

/** What a query needs so that nothing but the store decides when it asks. */
export const passiveQueryOptions = {
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: "always",
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** What a query needs of a QueryClient, for apps that have none: a whole one is 2 kB more, mutations and all. */
export function createMinimalQueryClient(): QueryClient {
  const cache = new QueryCache()
  const client = {
    getQueryCache: () => cache,
    getQueryDefaults: () => undefined,
    defaultQueryOptions: <Options>(options: Options) => options,
  }
  return client as unknown as QueryClient // a query and its cache call nothing else
}
