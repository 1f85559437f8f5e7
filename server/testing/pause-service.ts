import { vi } from "vitest"
import { createAuth } from "../auth.ts"
import { MemoryAdapter, type FullAdapter } from "../adapters/memory.ts"
import type { Adapter } from "../adapters/contract.ts"
import type { SessionStrategyName } from "../config/callbacks.ts"
import type { AuthConfig } from "../config/types.ts"
import type { OIDCConfig } from "../providers/types.ts"
import Passkey from "../providers/passkey.ts"
import type { AccountEmail } from "../providers/types.ts"
import { softAuthenticator } from "./authenticator.ts"
import { cookieClient, type CookieJarMap, type RequestHandler } from "./cookie-client.ts"
import { fakeIssuer } from "./fake-issuer.ts"
import { mailbox } from "./mailbox.ts"
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

interface PauseServiceOptions {
  strategy?: SessionStrategyName
  adapter?: Adapter
  config?: Partial<AuthConfig>
  /** More options of the OpenID provider. */
  acme?: Partial<Pick<OIDCConfig, "name" | "stepUp" | "fedcm">>
  /** Further providers. */
  more?: NonNullable<AuthConfig["providers"]>
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
  adapter = MemoryAdapter(),
  config = {},
  acme = {},
  more = [],
  serve,
}: PauseServiceOptions = {}) {
  const issuer = await fakeIssuer({ clock: config.clock })
  const { mail, newest } = mailbox()
  const step: { needed: unknown; handled: Record<string, string>[] } = { needed: false, handled: [] }
  const events: string[] = []
  const errors: string[] = []
  const notices: AccountEmail[] = []
  const full = adapter as FullAdapter
  const event = (name: string) => () => void events.push(name)
  const authenticator = softAuthenticator()
  const oauthUrls = {
    authorization: "https://plain.test/authorize",
    token: "https://plain.test/token",
    userinfo: "https://plain.test/me",
  }
  const plainFetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.hostname !== "plain.test") return issuer.fetch(input, init)
    if (url.pathname === "/me") return Response.json({ id: "ada", email: ADA.email, name: ADA.name })
    return Response.json({ access_token: "at", token_type: "Bearer", scope: "email" })
  }
  const settings: AuthConfig = {
    secret: "s".repeat(32),
    adapter,
    session: { strategy },
    fetch: plainFetch,
    experimental: { enableWebAuthn: true },
    rateLimit: {},
    providers: [
      {
        ...{
          id: "acme",
          name: "Acme",
          type: "oidc",
          issuer: issuer.issuer,
          clientId: "client",
          clientSecret: "secret",
        },
        ...acme,
      },
      {
        ...{ id: "plain", name: "Plain", type: "oauth", clientId: "client", clientSecret: "secret" },
        ...oauthUrls,
        profile: ({ id, email, name }) => ({ id: String(id), email: String(email), name: String(name) }),
      },
      { ...mail, sendsCode: true, sendAccountEmail: (notice) => void notices.push(notice) },
      {
        ...{ id: "credentials", name: "Password", type: "credentials" },
        credentials: { username: { label: "Name" }, password: { label: "Password", type: "password" } },
        authorize: ({ username, password }) =>
          username === "ada" && password === "lovelace" ? full.getUserByEmail(ADA.email) : null,
      },
      Passkey(),
      ...more,
    ],
    steps: [
      {
        id: "terms",
        url: "/terms",
        needed: () => step.needed as boolean,
        handle: ({ fields }) => {
          step.handled.push({ ...fields })
          if (fields["accept"] === "yes") step.needed = false
        },
      },
    ],
    events: { signIn: event("signIn"), createUser: event("createUser"), session: event("session") },
    logger: { error: (error) => void errors.push(String(error)), warn: vi.fn(), debug: vi.fn() },
    ...config,
  }
  const auth = createAuth(settings, { env: { AUTH_URL: "https://app.test/auth" } })
  const served = (await serve?.(settings)) ?? auth
  const browser = (jar?: CookieJarMap) => cookieClient(served, jar)

  const passkeyOptions = async <A extends WebAuthnOptions["action"]>(from: Browser, action: A) => {
    const response = await from.get(`/webauthn-options/passkey?action=${action}`)
    return ((await response.json()) as { options: Extract<WebAuthnOptions, { action: A }>["options"] }).options // as asked for
  }

  /** Sends the form that starts a sign-in, the way that `mode` says. */
  async function send(
    from: Browser,
    { path, provider, fields, headers, mode }: Required<ProveOptions> & { path: string; provider: string },
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

  /** Proves Ada's identity. Returns the last response: a session, or a step. */
  async function prove(
    from: Browser,
    method: SignInMethod,
    { fields = {}, mode = "form", ...rest }: ProveOptions = {},
  ) {
    const headers = mode === "JSON" ? { ...JSON_MODE, ...rest.headers } : (rest.headers ?? {})
    const post = (path: string, provider: string, more: Record<string, string> = {}) =>
      send(from, { path, provider, fields: { ...fields, ...more }, headers, mode })
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
        const answer = new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" })
        return from.get(`/callback/plain?${answer}`, headers)
      }
      case "passkey": {
        const data = authenticator.get(await passkeyOptions(from, "authenticate"))
        return post("/callback", "passkey", { action: "authenticate", data })
      }
    }
  }

  /** Posts the step's form. */
  async function submit(from: Browser, fields: Record<string, string> = { accept: "yes" }, headers: HeadersInit = {}) {
    const { step: open } = await auth.openStep(from.request("/terms"))
    return from.post(
      "/step/terms",
      { csrfToken: await from.csrfToken(), attempt: open?.fields.attempt ?? "", ...fields },
      headers,
    )
  }

  // Ada comes by email first, so that her address is proven and every other method belongs to her. Nothing pauses her
  const beforehand: AuthConfig = {
    ...{ ...settings, steps: [], secondFactor: undefined, account: {} },
    // These sign-ins are over, so no email about them is sent
    providers: (settings.providers ?? []).map((one) =>
      "sendAccountEmail" in one ? { ...one, sendAccountEmail: () => undefined } : one,
    ),
  }
  const first = cookieClient(createAuth(beforehand, { env: { AUTH_URL: "https://app.test/auth" } }))
  await prove(first, "magic link")
  await prove(first, "oidc")
  await prove(first, "oauth")
  const data = authenticator.create(await passkeyOptions(first, "register"))
  await first.post("/callback/passkey", { csrfToken: await first.csrfToken(), action: "register", data })
  const ada = await full.getUserByEmail(ADA.email)
  if (!ada) throw new Error("Ada wasn't created")
  await full.deleteAccountRecords?.(ada.id, "undo")
  events.length = 0
  step.needed = true
  return {
    auth,
    settings,
    adapter: full,
    ada,
    authenticator,
    browser,
    prove,
    submit,
    newest,
    step,
    events,
    errors,
    issuer,
    notices,
    JSON_MODE,
  }
}

const toHeader = (line: string): [string, string] => ["set-cookie", line]

/** Returns the email of the signed-in user, or null. */
export async function signedIn(from: Browser): Promise<string | null> {
  const session = (await (await from.get("/session")).json()) as { user?: { email?: string } } | null // the shape of the response
  return session?.user?.email ?? null
}
