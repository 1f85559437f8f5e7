import { createAuth, type AuthService } from "../service/auth.ts"
import { MemoryAdapter, type FullAdapter } from "../adapters/memory.ts"
import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import type { AuthConfig } from "../service/config.ts"
import type { VerificationRequest } from "../providers/types.ts"
import { softAuthenticator } from "./authenticator.ts"
import { backgroundWork } from "./background-work.ts"
import { cookieClient, type CookieJarMap, type RequestHandler } from "../testing/cookie-client.ts"
import { fakeIssuer, type FakeIssuer } from "../testing/fake-issuer.ts"
import { mailbox } from "./mailbox.ts"
import { pauseConfig, type PauseConfigOptions, type PauseRecords } from "./pause-config.ts"
import type { WebAuthnOptions } from "../../client/protocol.ts"

export type Browser = ReturnType<typeof cookieClient>

/** Every sign-in method that a sign-in can pause after. */
export const SIGN_IN_METHODS = ["credentials", "magic link", "email code", "oidc", "oauth", "passkey"] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** How a page or the app's server sends a sign-in. */
export const SIGN_IN_MODES = ["form", "JSON", "popup", "helper", "server action"] as const
export type SignInMode = (typeof SIGN_IN_MODES)[number]

export const ADA = { sub: "ada", email: "ada@app.test", email_verified: true, name: "Ada" }
const JSON_MODE = { "x-auth-return-redirect": "1" }
const ENV = { AUTH_URL: "https://app.test/auth" }

interface PauseServiceOptions extends Partial<Omit<PauseConfigOptions, "adapter">> {
  adapter?: Adapter
  /** Serves the browsers' requests. @default the handler of `createAuth` */
  serve?: ((config: AuthConfig) => RequestHandler | Promise<RequestHandler>) | undefined
}

/** How a browser signs in. */
export interface ProveOptions {
  headers?: HeadersInit
  /** More fields of the sign-in form. */
  fields?: Record<string, string>
  mode?: SignInMode
}

/**
 * Creates an auth instance with all sign-in methods and one user, Ada, who has used each of them. Its step "terms" is
 * needed while `step.needed` is true.
 */
export async function pauseService({
  strategy = "jwt",
  adapter: given = MemoryAdapter(),
  config = {},
  acme = {},
  more = [],
  serve,
}: PauseServiceOptions = {}) {
  const adapter = given as FullAdapter
  const issuer = await fakeIssuer({ clock: config.clock })
  const { mail, newest } = mailbox()
  const records: PauseRecords = { step: { needed: false, handled: [] }, events: [], errors: [], notices: [] }
  const settings = pauseConfig({ strategy, adapter, config, acme, more }, records, { issuer, mail, person: ADA })
  const { waitUntil, ended } = backgroundWork()
  const auth = createAuth(settings, { env: ENV, waitUntil })
  const served = (await serve?.(settings)) ?? auth
  const tools: SignInTools = { auth, issuer, newest, authenticator: softAuthenticator() }
  const ada = await signAdaUp(tools, settings, adapter)
  records.events.length = 0
  records.step.needed = true

  /** Posts the step's form. */
  async function submit(from: Browser, fields: Record<string, string> = { accept: "yes" }, headers: HeadersInit = {}) {
    const { step: open } = await auth.openStep(from.request("/terms"))
    const attempt = open?.fields.attempt ?? ""
    return from.post("/step/terms", { csrfToken: await from.csrfToken(), attempt, ...fields }, headers)
  }

  return {
    ...tools,
    ...records,
    settings,
    adapter,
    ada,
    browser: (jar?: CookieJarMap) => cookieClient(served, jar),
    /** Proves Ada's identity. Returns the last response: a session, or a step. */
    prove: (from: Browser, method: SignInMethod, options?: ProveOptions) => prove(tools, { from, method, ...options }),
    submit,
    waitUntil,
    /** Waits for emails, which are sent after the response. Returns the kinds of all. */
    sent: async () => {
      await ended()
      return records.notices.map(({ kind }) => kind)
    },
    JSON_MODE,
  }
}

/** Signs Ada in with each method. She comes by email first, so that her address is proven. Nothing pauses her. */
async function signAdaUp(tools: SignInTools, settings: AuthConfig, adapter: FullAdapter): Promise<AdapterUser> {
  const beforehand: AuthConfig = {
    ...settings,
    steps: [],
    secondFactor: undefined,
    account: { administration: settings.account?.administration ?? false },
    // These sign-ins are over, so no email about them is sent
    providers: (settings.providers ?? []).map((one) =>
      "sendAccountEmail" in one ? { ...one, sendAccountEmail: () => undefined } : one,
    ),
  }
  const from = cookieClient(createAuth(beforehand, { env: ENV }))
  for (const method of ["magic link", "oidc", "oauth"] as const) await prove(tools, { from, method })
  const data = tools.authenticator.create(await passkeyOptions(from, "register"))
  await from.post("/callback/passkey", { csrfToken: await from.csrfToken(), action: "register", data })
  const ada = await adapter.getUserByEmail(ADA.email)
  if (!ada) throw new Error("Ada wasn't created")
  await adapter.deleteAccountRecords?.(ada.id, "undo")
  return ada
}

/** Tools that sign Ada in. */
interface SignInTools {
  auth: AuthService
  issuer: FakeIssuer
  newest: () => VerificationRequest
  authenticator: ReturnType<typeof softAuthenticator>
}

async function prove(
  tools: SignInTools,
  {
    from,
    method,
    fields = {},
    mode = "form",
    headers: own = {},
  }: ProveOptions & { from: Browser; method: SignInMethod },
): Promise<Response> {
  const { auth, issuer, newest, authenticator } = tools
  const headers = mode === "JSON" ? { ...JSON_MODE, ...own } : own
  const post = (path: string, provider: string, more: Record<string, string> = {}) =>
    send(auth, { from, path, provider, fields: { ...fields, ...more }, headers, mode })
  const start = async (provider: string) => {
    const response = await post("/signin", provider)
    const body = (mode === "JSON" ? await response.json() : {}) as { url?: string } // the shape of the response
    return new URL(body.url ?? response.headers.get("location") ?? "")
  }
  switch (method) {
    case "credentials":
      return post("/callback", "credentials", { username: "ada", password: "lovelace" })
    case "magic link":
      await post("/signin", "email", { email: ADA.email })
      return from.get(newest().url.replace("https://app.test/auth", ""), headers)
    case "email code":
      await post("/signin", "email", { email: ADA.email })
      return from.post("/callback/email", { csrfToken: await from.csrfToken(), code: newest().code ?? "" }, headers)
    case "oidc":
      return from.get(`/callback/acme?${issuer.authorize((await start("acme")).href, ADA)}`, headers)
    case "oauth": {
      const { searchParams } = await start("plain")
      const response = new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" })
      return from.get(`/callback/plain?${response}`, headers)
    }
    case "passkey": {
      const data = authenticator.get(await passkeyOptions(from, "authenticate"))
      return post("/callback", "passkey", { action: "authenticate", data })
    }
  }
}

/** Sends the form that starts a sign-in, the way that `mode` says. */
async function send(
  auth: AuthService,
  {
    from,
    path,
    provider,
    fields,
    headers,
    mode,
  }: Required<ProveOptions> & { from: Browser; path: string; provider: string },
): Promise<Response> {
  if (mode === "helper") {
    const { url, cookies } = await auth.signIn(from.request("/"), provider, { fields })
    return from.receive(new Response(null, { headers: [["location", url], ...cookies.map(toHeader)] }))
  }
  if (mode === "server action")
    return from.post("https://app.test/login", { providerId: provider, ...fields }, { origin: "https://app.test" })
  const popup = mode === "popup" ? { popup: "p".repeat(22) } : undefined
  return from.post(`${path}/${provider}`, { csrfToken: await from.csrfToken(), ...popup, ...fields }, headers)
}

async function passkeyOptions<A extends WebAuthnOptions["action"]>(from: Browser, action: A) {
  const response = await from.get(`/webauthn-options/passkey?action=${action}`)
  return ((await response.json()) as { options: Extract<WebAuthnOptions, { action: A }>["options"] }).options // as asked for
}

const toHeader = (line: string): [string, string] => ["set-cookie", line]

/** Returns the email of the signed-in user, or null. */
export async function signedIn(from: Browser): Promise<string | null> {
  const session = (await (await from.get("/session")).json()) as { user?: { email?: string } } | null // the shape of the response
  return session?.user?.email ?? null
}
