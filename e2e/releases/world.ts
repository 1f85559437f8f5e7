// A site whose time, identity provider and mailbox a script controls, on one version of Latchkit
import type { AccountEmail } from "../../server/providers/types.ts"
import type { SessionStrategyName } from "../../server/core/config/callbacks.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import type { SoftAuthenticator } from "../../server/test-kit/authenticator.ts"
import { backgroundWork } from "../../server/test-kit/background-work.ts"
import { cookieClient, type CookieJarMap } from "../../server/testing/cookie-client.ts"
import { fakeIssuer } from "../../server/testing/fake-issuer.ts"
import type { Kit } from "./stores.ts"

export type Browser = ReturnType<typeof cookieClient>
export type World = Awaited<ReturnType<typeof openWorld>>

const SECRET = "the secret of the site in the fixtures"
export const MINUTE = 60_000
export const SCRIPT = { accept: "application/json" }
/** A hash that takes a millisecond. */
const HASH = { algorithm: "argon2id", params: { m: 64, t: 1, p: 1 } } as const

interface Site {
  readonly kit: Kit
  readonly adapter: Adapter
  readonly strategy: SessionStrategyName
  /** Milliseconds. */
  readonly now: number
}

/** Opens the site. */
export async function openWorld({ kit, adapter, strategy, now }: Site) {
  const time = { now }
  const step = { isNeeded: false }
  const issuer = await fakeIssuer({ clock: () => time.now })
  const links: { url: string; code?: string | undefined }[] = []
  const notices: AccountEmail[] = []
  const { waitUntil, ended } = backgroundWork()
  const auth = kit.createAuth(
    {
      providers: [
        {
          ...{ id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer },
          ...{ clientId: "client", clientSecret: "secret", checks: ["pkce", "state", "nonce"] },
        },
        {
          ...{ id: "email", name: "Email", type: "email", sendsCode: true },
          sendVerificationRequest: ({ url, code }) => void links.push({ url, code }),
          sendAccountEmail: (email) => void notices.push(email),
        },
        kit.Password({ hash: HASH, breachCheck: false }),
        kit.Passkey(),
      ],
      ...{ adapter, clock: () => time.now, fetch: issuer.fetch, secret: SECRET, rateLimit: false, secondFactor: {} },
      logger: { error() {}, warn() {}, debug() {} },
      session: { strategy, maxAccounts: 3 },
      account: { administration: true },
      callbacks: { impersonate: ({ actor }) => actor.email?.startsWith("root-") === true },
      nativeApps: { phone: { redirectUris: ["https://app.test/phone/signed-in"] } },
      steps: [{ id: "terms", url: "/terms", needed: () => step.isNeeded }],
    },
    { env: { AUTH_URL: "https://app.test/auth" }, waitUntil },
  )
  const browser = (jar?: CookieJarMap) => cookieClient(auth, jar)
  const post = async (from: Browser, path: string, fields: Record<string, string>) =>
    from.post(path, { csrfToken: await from.csrfToken(), ...fields })
  return {
    ...{ auth, time, step, browser, post },
    /** Starts a sign-in at the provider. Returns the URL to which it leads. */
    async start(from: Browser, fields: Record<string, string> = {}): Promise<string> {
      return (await post(from, "/signin/acme", fields)).headers.get("location") ?? ""
    },
    /** Comes back from the provider. */
    comeBack: (from: Browser, url: string, email: string) =>
      from.get(`/callback/acme?${issuer.authorize(url, { sub: email, email, email_verified: true, name: email })}`),
    /** Requests an email to sign in, and returns what it has. */
    async mailTo(from: Browser, email: string): Promise<{ url: string; code?: string | undefined }> {
      await post(from, "/signin/email", { email })
      await ended()
      return links.at(-1) ?? { url: "" }
    },
    /** Opens an emailed link, and confirms if a page asks for it. */
    async openLink(from: Browser, url: string): Promise<void> {
      const { searchParams, pathname } = new URL(url)
      if ((await from.get(url)).status !== 200) return
      await post(from, pathname.replace(/^\/auth/, ""), Object.fromEntries(searchParams))
    },
    /** Returns the newest email about an account. */
    async notice(kind: AccountEmail["kind"]): Promise<AccountEmail | undefined> {
      await ended()
      return notices.findLast((email) => email.kind === kind)
    },
    /** Returns the email of the signed-in user, or null. */
    async userIn(from: Browser): Promise<string | null> {
      const session = (await (await from.get("/session")).json()) as { user?: { email?: string } } | null // its shape
      return session?.user?.email ?? null
    },
    /** Registers a passkey for the signed-in user, or signs in with one. */
    async usePasskey(from: Browser, action: "register" | "authenticate", device: SoftAuthenticator): Promise<void> {
      const response = await from.get(`/webauthn-options/passkey?action=${action}`)
      const { options } = (await response.json()) as { options: never } // of that action
      const data = action === "register" ? device.create(options) : device.get(options)
      await post(from, "/callback/passkey", { action, data })
    },
    /** Posts the step for which a sign-in waits. */
    async submitStep(from: Browser, id: string, fields: Record<string, string> = {}): Promise<Response> {
      const open = (await (await from.get("/step", SCRIPT)).json()) as { attempt?: string } | null // the card's props
      return post(from, `/step/${id}`, { attempt: open?.attempt ?? "", ...fields })
    },
  }
}
