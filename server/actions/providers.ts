import type { Outcome } from "../outcome.ts"
import { publicProviders } from "../providers/public.ts"
import type { Routed } from "../routed.ts"

/** `GET providers`: what a page may know of each provider, by id. */
export async function providers(routed: Routed): Promise<Outcome> {
  return { kind: "json", body: Object.fromEntries(publicProviders(routed).map((provider) => [provider.id, provider])) }
}
