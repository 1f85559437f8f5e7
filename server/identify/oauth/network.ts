import type { Party } from "./engine.ts"
import { isLoopback } from "./endpoints.ts"
import { refusal } from "./refusal.ts"

/** Hosts that clouds answer their own machines on, whatever address they resolve to. */
const METADATA_HOSTS = new Set(["metadata.google.internal", "metadata.goog", "instance-data"])

/**
 * Refuses requests to addresses that no identity provider on the internet has: link-local, metadata and unspecified ones.
 * Loopback is a developer's own; private networks may hold a company's own provider.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function guardNetwork({ provider }: Party, url: URL): void {
  if (isLoopback(url)) return
  const host = url.hostname.toLowerCase().replace(/\.$/, "")
  const reserved =
    /^(?:169\.254\.|0\.|255\.)/.test(host) || /^\[(?:::|fe[89ab][0-9a-f]:|::ffff:(?:a9fe|7f))/i.test(host)
  if (reserved || METADATA_HOSTS.has(host))
    throw refusal(`The address ${host} of provider ${provider.id} is none of an identity provider`)
}
