import type { Settings } from "../config/settings.ts"
import type { Outcome } from "../http/outcome.ts"
import { publicProviders } from "../http/public-provider.ts"
import type { Routed } from "../sessions/action-context.ts"

const PRINTED = new WeakMap<Settings, string>() // made once a configuration, and gone with it

/** `GET providers`: what a page may know of each provider, by id. */
export async function providers(routed: Routed): Promise<Outcome> {
  const { settings } = routed
  if (!settings.site.pinned) return { kind: "json", body: byId(routed) }
  // Where the site is configured the answer is the same for everybody
  const printed = PRINTED.get(settings) ?? JSON.stringify(byId(routed))
  PRINTED.set(settings, printed)
  return { kind: "json", printed }
}

function byId(routed: Routed): Record<string, unknown> {
  return Object.fromEntries(publicProviders(routed).map((provider) => [provider.id, provider]))
}
