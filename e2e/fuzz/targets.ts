import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/service/auth.ts"
import { Credentials, Passkey } from "../../server/providers/index.ts"
import type { OIDCConfig } from "../../server/providers/types.ts"
import { softAuthenticator, type Forgery } from "../../server/test-kit/authenticator.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { fakeIssuer } from "../../server/testing/fake-issuer.ts"

/** A place that takes bytes from outside. */
export interface Target {
  /** Also the name of its file in `corpus`. */
  name: string
  /** Valid inputs. For bytes, each character is one. */
  seeds: readonly string[]
  /** Sends the input, and returns what is wrong with the response, or undefined. */
  send(input: string): Promise<string | undefined>
}

const ORIGIN = "https://app.test"
const PASSWORD = { username: "ada", password: "lovelace" }
const JSON_TYPE = { "content-type": "application/json" }
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" }

/** Creates the app that the inputs are sent to, and a signed-in user. */
async function createApp(strategy: "jwt" | "database" = "jwt") {
  const issuer = await fakeIssuer()
  const adapter = MemoryAdapter()
  const ada = await adapter.createUser({ id: "ada", name: "Ada", email: "lovelace@app.test", emailVerified: null })
  const acme: OIDCConfig = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: issuer.issuer,
    clientId: "client",
    clientSecret: "secret",
  }
  const credentials = Credentials({
    credentials: { username: { label: "Name" }, password: { type: "password" } },
    authorize: ({ username, password }) => (username === "ada" && password === PASSWORD.password ? ada : null),
  })
  /** A response of the provider, by the end of its URL. */
  const raw = new Map<string, string>()
  const auth = createAuth(
    {
      providers: [acme, credentials, Passkey()],
      adapter,
      secret: "s".repeat(32),
      session: { strategy },
      rateLimit: false,
      fetch: async (input, init) => {
        const { url } = new Request(input, init)
        const body = [...raw].find(([end]) => url.endsWith(end))?.[1]
        return body === undefined ? issuer.fetch(input, init) : new Response(body, { headers: JSON_TYPE })
      },
      logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    },
    { env: { AUTH_URL: `${ORIGIN}/auth` } },
  )
  const browser = cookieClient(auth)
  await browser.signInWith("credentials", PASSWORD)
  /** Signs a new browser in at the provider, and returns the callback's response. */
  const enter = async () => {
    const other = cookieClient(auth)
    const started = await other.post("/signin/acme", { csrfToken: await other.csrfToken() })
    const location = started.headers.get("location") ?? ""
    if (!location.startsWith(issuer.issuer)) return started
    return other.get(`/callback/acme?${issuer.authorize(location)}`)
  }
  return { auth, browser, issuer, raw, enter }
}

type App = Awaited<ReturnType<typeof createApp>>

/** Returns the targets, by the input that each takes. */
export async function createTargets(): Promise<Target[]> {
  const [sealed, stored] = [await createApp("jwt"), await createApp("database")]
  const csrfToken = await sealed.browser.csrfToken()
  const cookie = sealed.browser.cookieHeader()
  const post = (path: string, body: string, type: HeadersInit) =>
    findFault(() => sealed.browser.send(path, { method: "POST", body, headers: type }))
  const provider = (end: string) => (input: string) => withResponse(end, input)
  return [
    ...[sealed, stored].map(({ auth, browser }, index) => ({
      name: index === 0 ? "cookies-sealed" : "cookies-stored",
      seeds: [browser.cookieHeader(), cookie.replaceAll("; ", ";"), `${cookie}; a=b; __Host-latchkit.csrf-token=x`],
      send: (input: string) =>
        findFault(() => auth.handle(new Request(`${ORIGIN}/auth/session`, { headers: { cookie: input } }))),
    })),
    {
      name: "form",
      seeds: [new URLSearchParams({ csrfToken, ...PASSWORD, callbackUrl: "/home", remember: "on" }).toString()],
      send: (input) => post("/callback/credentials", input, FORM_TYPE),
    },
    {
      name: "json",
      seeds: [
        JSON.stringify({ csrfToken, change: "rename-passkey", id: "x", name: "Key" }),
        JSON.stringify({ csrfToken, change: "update-profile", name: "Ada" }),
      ],
      send: (input) => post("/account", input, JSON_TYPE),
    },
    {
      name: "query",
      seeds: [
        "callbackUrl=%2Fhome&error=CredentialsSignin&code=credentials",
        "code=a&state=b&iss=https%3A%2F%2Fissuer.test",
      ],
      async send(input) {
        for (const path of ["signin", "callback/acme", "error", "verify-request"]) {
          const fault = await findFault(() => sealed.browser.get(`/${path}?${input}`))
          if (fault && !path.startsWith("error")) return `${path}: ${fault}` // the error page has an error's status
        }
        return undefined
      },
    },
    {
      name: "discovery",
      seeds: [await discoveryDocument(sealed)],
      send: provider("/.well-known/openid-configuration"),
    },
    { name: "keys", seeds: [await keySet(sealed)], send: provider("/jwks") },
    {
      name: "token",
      seeds: ['{"access_token":"a","token_type":"Bearer","expires_in":3600,"scope":"openid","id_token":"$ID_TOKEN"}'],
      send: (input) =>
        withResponses({
          token: ({ id_token }) => new Response(input.replace("$ID_TOKEN", String(id_token)), { headers: JSON_TYPE }),
        }),
    },
    {
      name: "claims",
      seeds: [
        '{"sub":"ada","name":"Ada","email":"ada@example.com","email_verified":true,"picture":"https://a.test/p"}',
      ],
      send: async (input) => {
        const own = parseObject(input)
        return own && withResponses({ claims: (usual) => ({ ...usual, ...own }) })
      },
    },
    {
      name: "userinfo",
      seeds: ['{"sub":"ada","name":"Ada","email":"ada@example.com","email_verified":true}'],
      send: (input) =>
        withResponses({
          claims: ({ name: _, email: __, ...rest }) => rest,
          userinfo: () => new Response(input, { headers: JSON_TYPE }),
        }),
    },
    await passkeyTarget(stored, "attestation", (bytes) => ({ attestationObject: () => bytes })),
    await passkeyTarget(stored, "client-data", (bytes) => ({
      fields: { clientDataJSON: Buffer.from(bytes).toString("base64url") },
    })),
  ]
}

/** Signs in at a provider one of whose responses is the input. */
async function withResponse(end: string, input: string): Promise<string | undefined> {
  const app = await createApp()
  app.raw.set(end, input)
  return findFault(app.enter, (url) => url.protocol === "https:") // the document names the endpoint
}

const shared: { app?: App } = {}

/** Signs in at a provider that changes its own response. */
async function withResponses(responses: App["issuer"]["responses"]): Promise<string | undefined> {
  const app = (shared.app ??= await createApp())
  for (const name of Object.keys(app.issuer.responses)) Reflect.deleteProperty(app.issuer.responses, name)
  Object.assign(app.issuer.responses, responses)
  return findFault(app.enter)
}

/** Adds a passkey in whose response the input replaces one part. */
async function passkeyTarget({ browser }: App, name: string, forge: (bytes: Uint8Array) => Forgery): Promise<Target> {
  const begin = () => browser.get("/webauthn-options/passkey?action=register")
  const register = async (forgery: Forgery) => {
    const begun = await begin()
    // In a long run the sign-in becomes too old to add a passkey
    if (!begun.ok) await browser.signInWith("credentials", PASSWORD)
    const options = (await (begun.ok ? begun : await begin()).json()) as {
      options: Parameters<ReturnType<typeof softAuthenticator>["create"]>[0]
    } // the shape of the response
    const data = softAuthenticator().create(options.options, forgery)
    return browser.post("/callback/passkey", { csrfToken: await browser.csrfToken(), action: "register", data })
  }
  const seed = { text: "" }
  await register({
    attestationObject(bytes) {
      seed.text = name === "attestation" ? toText(bytes) : ""
      return bytes
    },
  })
  const clientData = '{"type":"webauthn.create","challenge":"AAAA","origin":"https://app.test","crossOrigin":false}'
  return {
    name,
    seeds: [seed.text || clientData],
    send: (input) => findFault(() => register(forge(Uint8Array.from(input, (one) => one.charCodeAt(0) & 255)))),
  }
}

const toText = (bytes: Uint8Array) => [...bytes].map((byte) => String.fromCharCode(byte)).join("")

const discoveryDocument = async ({ issuer }: App) =>
  (await issuer.fetch(`${issuer.issuer}/.well-known/openid-configuration`)).text()
const keySet = async ({ issuer }: App) => (await issuer.fetch(`${issuer.issuer}/jwks`)).text()

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const LIMIT = 10_000

/** Returns what is wrong with a response, or undefined. */
async function findFault(
  send: () => Promise<Response>,
  mayLeadTo: (url: URL) => boolean = ({ origin }) => [ORIGIN, "https://issuer.test"].includes(origin),
): Promise<string | undefined> {
  const started = performance.now()
  const response = await sendOrReject(send)
  if (!response) return undefined
  await response.arrayBuffer()
  const took = performance.now() - started
  if (took > LIMIT) return `took ${Math.round(took)} ms`
  if (response.status >= 500 && response.status !== 503) return `status ${response.status}`
  const url = new URL(response.headers.get("location") ?? "/", ORIGIN)
  return mayLeadTo(url) ? undefined : `led to ${url.origin}`
}

/** Returns the response, or undefined if the platform's own parser rejects the request. */
async function sendOrReject(send: () => Promise<Response>): Promise<Response | undefined> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof TypeError && /invalid header value|ByteString|Invalid URL/.test(error.message))
      return undefined
    throw error
  }
}
