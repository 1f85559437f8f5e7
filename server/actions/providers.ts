import type { Settings } from "../config/settings.ts"
import { memoize } from "../crypto/memory.ts"
import type { Outcome } from "../http/outcome.ts"
import { publicProviders } from "../http/public-provider.ts"
import type { Routed } from "../sessions/action-context.ts"

/** `GET providers`: what a page may know of each provider, by id. */
export async function providers(routed: Routed): Promise<Outcome> {
  const { settings } = routed
  if (!settings.site.pinned) return { kind: "json", body: byId(routed) }
  // The configured site never changes, and neither does the list
  const list = listOf(settings)
  return { kind: "json", printed: (list.printed ??= JSON.stringify(byId(routed))) }
}

const listOf = memoize((_settings: Settings): { printed?: string } => ({}))

function byId(routed: Routed): Record<string, unknown> {
  return Object.fromEntries(publicProviders(routed).map((provider) => [provider.id, provider]))
}
