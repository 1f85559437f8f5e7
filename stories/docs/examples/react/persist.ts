import { defaultShouldDehydrateQuery, type DehydrateOptions } from "@tanstack/react-query"

/** Pass it to `persistQueryClient({ queryClient, persister, dehydrateOptions })`. */
export const dehydrateOptions: DehydrateOptions = {
  shouldDehydrateQuery: (query) =>
    query.queryKey[0] !== "latchkit" && defaultShouldDehydrateQuery(query),
}
