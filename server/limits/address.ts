import type { Visit } from "../exchange.ts"

/**
 * The address that a visit is counted under: an IPv4 address, or the /64 network of an IPv6 one, because a customer has all
 * of that. Undefined where nobody who can be believed says it; then only what is counted by identifier is limited.
 */
export async function clientAddress({ settings, headers, address }: Visit): Promise<string | undefined> {
  const { rateLimit } = settings
  if (!rateLimit) return undefined
  const own = await rateLimit.address?.(headers)
  // What names no address is no reason to count nothing
  const said = networkOf(own ?? undefined) ?? networkOf(forwarded(headers, rateLimit.trustedProxies))
  return said ?? networkOf(address)
}

// Each proxy appends whom it heard from: what stands before the entries of our own proxies is the visitor's own word
function forwarded(headers: Headers, trustedProxies: number): string | undefined {
  if (trustedProxies < 1) return undefined
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim())
  return hops.at(-trustedProxies)
}

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/
const IPV6 = /^(?=.*:)[0-9a-f:.]{2,45}$/i

/** The network of an address as text; undefined where it is none. */
export function networkOf(text: string | undefined): string | undefined {
  const address = text?.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/%.*$/, "") ?? ""
  const plain = /^\d[\d.]*:\d+$/.test(address) ? address.replace(/:\d+$/, "") : address
  if (IPV4.test(plain)) return plain
  // The URL parser writes every spelling of an IPv6 address in one way
  const url = IPV6.test(plain) ? URL.parse(`http://[${plain}]/`) : null
  const same = url?.hostname.slice(1, -1)
  return same && (mappedIn(same) ?? firstFour(same))
}

/** The IPv4 address inside an IPv6 one: without this, everybody who comes by IPv4 would be of one network. */
function mappedIn(address: string): string | undefined {
  const [, high = "", low = ""] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address) ?? []
  if (!low) return undefined
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join(".")
}

function firstFour(address: string): string {
  const [head = "", tail] = address.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return `${[...left, ...Array.from({ length: zeros }, () => "0"), ...right].slice(0, 4).join(":")}::/64`
}
