import { withTimeout } from "../crypto/with-timeout.ts"
import type { RequestContext } from "./auth-request.ts"

/**
 * Returns the address that a request is counted under. For IPv6 it is the /64 network, because one customer has all of
 * it. Returns `undefined` if the client's address is unknown.
 *
 * A loopback or private address belongs to a proxy, a container network or a load balancer, so all users would share
 * it. It counts as unknown, unless the app's own `rateLimit.address` returns it.
 */
export async function clientAddress({
  settings,
  headers,
  address,
}: Pick<RequestContext, "settings" | "headers" | "address">): Promise<string | undefined> {
  const { rateLimit } = settings
  if (!rateLimit) return undefined
  const appAddress = toNetwork(
    (await withTimeout("`rateLimit.address`", rateLimit.address?.(headers), 10)) ?? undefined,
  )
  if (appAddress !== undefined) return appAddress
  const network = toNetwork(forwardedAddress(headers, rateLimit.trustedProxies)) ?? toNetwork(address)
  return network === undefined || isPrivate(network) ? undefined : network
}

// Each proxy appends its peer's address. The client may have written the entries before those of the app's proxies
function forwardedAddress(headers: Headers, trustedProxies: number): string | undefined {
  if (trustedProxies < 1) return undefined
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim())
  return hops.at(-trustedProxies)
}

// RFC 6890: this host, loopback, private use, link-local, and the shared space of carriers and container networks
const PRIVATE_IPV4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./
// Loopback and unspecified, unique local, link-local and the former site-local networks
const PRIVATE_IPV6 = /^(?:0:0:0:0|f[cd][0-9a-f]{2}:|fe[89a-f][0-9a-f]:)/

/** Returns whether the network, as {@link toNetwork} writes it, is loopback, link-local or private. */
export function isPrivate(network: string): boolean {
  return network.includes(":") ? PRIVATE_IPV6.test(network) : PRIVATE_IPV4.test(network)
}

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/
const IPV6 = /^(?=.*:)[0-9a-f:.]{2,45}$/i

/** Returns the network of an address, or `undefined` if the text isn't an address. */
export function toNetwork(text: string | undefined): string | undefined {
  const address = text?.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/%.*$/, "") ?? ""
  const plain = /^\d[\d.]*:\d+$/.test(address) ? address.replace(/:\d+$/, "") : address
  if (IPV4.test(plain)) return plain
  // The URL parser normalizes every spelling of an IPv6 address
  const url = IPV6.test(plain) ? URL.parse(`http://[${plain}]/`) : null
  const same = url?.hostname.slice(1, -1)
  return same && (mappedIpv4(same) ?? firstFourGroups(same))
}

/** Returns the IPv4 address inside an IPv6 one. Otherwise all IPv4 users would share one network. */
function mappedIpv4(address: string): string | undefined {
  const [, high = "", low = ""] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address) ?? []
  if (!low) return undefined
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join(".")
}

function firstFourGroups(address: string): string {
  const [head = "", tail] = address.split("::")
  const headGroups = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? 0 : 8 - headGroups.length - right.length
  return `${[...headGroups, ...Array.from({ length: zeros }, () => "0"), ...right].slice(0, 4).join(":")}::/64`
}
