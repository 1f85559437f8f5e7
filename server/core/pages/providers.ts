import type { Settings } from "../config/settings.ts"
import { memoize } from "../crypto/memory.ts"
import type { Outcome } from "../request/outcome.ts"
import { publicProviders } from "../request/public-provider.ts"
import type { ActionContext } from "../request/action-context.ts"

/** `GET providers`: returns the public fields of each provider, by id. */
export async function providers(context: ActionContext): Promise<Outcome> {
  const { settings } = context
  if (!settings.site.pinned) return { kind: "json", body: providersById(context) }
  // The configured site never changes, and neither does the list
  const list = cachedList(settings)
  return { kind: "json", printed: (list.printed ??= JSON.stringify(providersById(context))) }
}

const cachedList = memoize((_settings: Settings): { printed?: string } => ({}))

function providersById(context: ActionContext): Record<string, unknown> {
  return Object.fromEntries(publicProviders(context).map((provider) => [provider.id, provider]))
}
