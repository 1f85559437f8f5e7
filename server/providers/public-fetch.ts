import type * as NodeDns from "node:dns/promises"
import type * as NodeHttp from "node:http"
import type * as NodeHttps from "node:https"
import type * as NodeNet from "node:net"
import type * as NodeStream from "node:stream"
import type * as NodeTls from "node:tls"
import { builtinModule } from "../core/crypto/node.ts"
import type { Fetch } from "./types.ts"

/** The options of {@link publicFetch}. */
export interface PublicFetchOptions {
  /** Networks to allow besides the public ones, such as `10.20.0.0/16` for a company's own provider. @default none */
  allow?: readonly string[] | undefined
  /** The certificate of the authority that signs theirs, as PEM. @default Node's authorities */
  ca?: string | undefined
  /**
   * Your app's certificate, as PEM, for providers that authenticate clients by it. Needs `key`. @default none
   *
   * @see [RFC 8705](https://www.rfc-editor.org/rfc/rfc8705)
   */
  cert?: string | undefined
  /** The private key of `cert`, as PEM. */
  key?: string | undefined
  /** Returns the addresses of a host. @default the system's resolver */
  lookup?: ((host: string) => Promise<readonly string[]>) | undefined
}

/**
 * Returns a `fetch` for providers whose URLs an app's users enter, such as a tenant's issuer. It only connects over
 * https to addresses of the public internet. It checks the address when it connects, and connects to the checked
 * address, so changing the DNS record later gains nothing (DNS rebinding). It follows no redirect.
 *
 * @throws {TypeError} if the runtime doesn't have Node's modules, or if a network or the certificate is invalid
 */
export function publicFetch({ allow = [], lookup, ...tls }: PublicFetchOptions = {}): Fetch {
  const node = loadNodeModules()
  checkCertificates(node.tls, tls)
  const isAllowed = createAddressRules(node.net, allow)
  const lookUp = lookup ?? ((host) => systemLookup(node.dns, host))
  const resolve = async (host: string): Promise<readonly string[]> => {
    const addresses = await lookUp(host)
    if (addresses.length > 0 && addresses.every(isAllowed)) return addresses
    throw new TypeError(`The host ${host} is not on the public internet`)
  }
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const host = url.hostname.replace(/^\[|\]$/g, "")
    if (url.protocol !== "https:") throw new TypeError(`The address ${url.origin} is not on https`)
    // Node skips the lookup if the host is already an address
    if (node.net.isIP(host) !== 0 && !isAllowed(host)) throw new TypeError(`${host} is not on the public internet`)
    return sendRequest(node, {
      request,
      url,
      body: await request.arrayBuffer(),
      // The request's own signal follows the given one only until it is garbage-collected
      signal: init?.signal ?? (input instanceof Request ? input.signal : request.signal),
      tls,
      lookup: createLookup(node.net, resolve),
    })
  }
}

type Certificates = Pick<PublicFetchOptions, "ca" | "cert" | "key">

// Without this, a certificate that can't be read would fail only with the first sign-in
function checkCertificates(tls: NodeModules["tls"], certificates: Certificates): void {
  if ((certificates.cert === undefined) !== (certificates.key === undefined))
    throw new TypeError("`publicFetch` has only one of `cert` and `key`. Set both, or neither")
  try {
    tls.createSecureContext(certificates)
  } catch (cause) {
    throw new TypeError("`publicFetch` can't read `cert` or `key`. Each must be PEM", { cause })
  }
}

interface SendOptions {
  request: Request
  url: URL
  body: ArrayBuffer
  signal: AbortSignal
  tls: Certificates
  lookup: NodeNet.LookupFunction
}

function sendRequest(
  { https, stream }: NodeModules,
  { request, url, body, signal, tls, lookup }: SendOptions,
): Promise<Response> {
  const { method } = request
  const headers = { "accept-encoding": "identity", ...Object.fromEntries(request.headers) }
  return new Promise((resolve, reject) => {
    // No agent, so that a connection made without this lookup is never reused here
    const options = { method, headers, signal, lookup, agent: false, ...tls } as const
    const clientRequest = https.request(url, options, (incoming) => {
      try {
        resolve(toResponse(stream, incoming))
      } catch (error) {
        // `Response` rejects a status such as 999. Thrown in this callback, the error would end the process
        incoming.destroy()
        reject(error as Error) // the constructor's own
      }
    })
    clientRequest.on("error", reject)
    clientRequest.end(new Uint8Array(body))
  })
}

function toResponse({ Readable }: NodeModules["stream"], incoming: NodeHttp.IncomingMessage): Response {
  const { statusCode: status = 500, headersDistinct } = incoming
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const bodiless = [204, 205, 304].includes(status)
  if (bodiless) incoming.resume()
  const content = bodiless ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>) // one stream in two typings
  return new Response(content, { status, headers })
}

// Returns a lookup function in the form that Node's sockets call
function createLookup(
  net: NodeModules["net"],
  resolve: (host: string) => Promise<readonly string[]>,
): NodeNet.LookupFunction {
  return (host, { all, family }, done) => {
    const addressLookup = resolve(host).then((addresses) => {
      const resolved = addresses.map((address) => ({ address, family: net.isIP(address) }))
      const usable = family === 4 || family === 6 ? resolved.filter((one) => one.family === family) : resolved
      const [first] = usable
      if (!first) throw new TypeError(`The host ${host} has no address of that family`)
      return { first, usable }
    })
    addressLookup.then(
      ({ first, usable }) => (all ? done(null, usable) : done(null, first.address, first.family)),
      (error: Error) => done(error, ""),
    )
  }
}

async function systemLookup(dns: NodeModules["dns"], host: string): Promise<readonly string[]> {
  return (await dns.lookup(host, { all: true })).map(({ address }) => address)
}

/** Networks that aren't on the public internet (IANA's registries of special-purpose addresses, RFC 6890). */
const SPECIAL_NETWORKS = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/3", "168.63.129.16/32"], // the last one belongs to a cloud
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
]
/** The global range of IPv6. Addresses that contain an IPv4 address are outside of it. */
const GLOBAL_NETWORKS = ["2000::/3"]

function createAddressRules(net: NodeModules["net"], allow: readonly string[]): (address: string) => boolean {
  const [own, special, global] = [allow, SPECIAL_NETWORKS, GLOBAL_NETWORKS].map((networks) =>
    toBlockList(net, networks),
  )
  return (address) => {
    const family = net.isIP(address)
    if (family === 0) return false
    const isIn = (list: NodeNet.BlockList | undefined) => list?.check(address, family === 4 ? "ipv4" : "ipv6") === true
    return isIn(own) || (!isIn(special) && (family === 4 || isIn(global)))
  }
}

function toBlockList({ BlockList, isIP }: NodeModules["net"], networks: readonly string[]): NodeNet.BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(prefix ?? ""))
      throw new TypeError(`${JSON.stringify(network)} isn't a network. Use one such as "10.20.0.0/16"`)
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? "ipv4" : "ipv6")
  }
  return list
}

interface NodeModules {
  dns: typeof NodeDns
  https: typeof NodeHttps
  net: typeof NodeNet
  stream: typeof NodeStream
  tls: typeof NodeTls
}

function loadNodeModules(): NodeModules {
  const ids = ["node:dns/promises", "node:https", "node:net", "node:stream", "node:tls"] as const
  const [dns, https, net, stream, tls] = ids.map(builtinModule)
  if (!dns || !https || !net || !stream || !tls)
    throw new TypeError("`publicFetch` requires Node.js. Other platforms protect their own network")
  return { dns, https, net, stream, tls } as NodeModules // each the module of its name
}
