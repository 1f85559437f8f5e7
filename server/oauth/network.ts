import type { ProviderClient } from "./types.ts"
import { isLoopbackUrl, callbackError } from "./values.ts"

/** Metadata services of cloud platforms. They return the machine's credentials. */
const METADATA_HOSTS = new Set([
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "100.100.100.200", // Alibaba Cloud
  "168.63.129.16", // Azure
  "192.0.0.192", // Oracle Cloud
  "[fd00:ec2::254]", // AWS
  "[fd20:ce::254]", // Google Cloud
])
/** "This network", link-local and broadcast addresses. */
const RESERVED_V4 = /^(?:169\.254\.|0\.|255\.)/
/**
 * Unspecified, IPv4-mapped and link-local addresses, NAT64 (64:ff9b::/96 and 64:ff9b:1::/48), Teredo (2001::/32) and
 * 6to4 (2002::/16). The last three contain an IPv4 address, so they could lead to any of the others.
 */
const RESERVED_V6 = /^\[(?:::|fe[89ab][0-9a-f]:|64:ff9b:|2001:(?::|0:)|2002:)/

/**
 * Rejects addresses that no identity provider has. Allows loopback for development. Allows private networks too,
 * because a company may run its own provider there.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function guardNetwork({ provider }: ProviderClient, url: URL): void {
  if (isLoopbackUrl(url)) return
  const host = url.hostname.toLowerCase().replace(/\.$/, "")
  if (RESERVED_V4.test(host) || RESERVED_V6.test(host) || METADATA_HOSTS.has(host))
    throw callbackError(`Rejected the address ${host} of provider ${provider.id}: no identity provider can have it`)
}
