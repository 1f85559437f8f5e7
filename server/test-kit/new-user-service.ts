import type { Adapter } from "../adapters/contract.ts"
import type { FullAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import { fromBase32 } from "../core/proofs/base32.ts"
import { totpCode, totpStep } from "../core/proofs/totp.ts"
import { Passkey } from "../providers/passkey.ts"
import { Password } from "../providers/password.ts"
import type { AccountEmail, OIDCConfig } from "../providers/types.ts"
import { softAuthenticator } from "./authenticator.ts"
import { backgroundWork } from "./background-work.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { fakeIssuer } from "../testing/fake-issuer.ts"
import { killable, type WriteLog } from "./killed-adapter.ts"
import { mailbox } from "./mailbox.ts"
import { FAST_HASH } from "./password-account-service.ts"

export type Browser = ReturnType<typeof cookieClient>

/** Every way in which a new user can begin their first sign-in. */
export const FIRST_SIGN_INS = [
  "a provider",
  "a provider that verifies the address",
  "a magic link",
  "an emailed code",
  "a password",
  "a passkey",
  "an invitation",
] as const
export type FirstSignIn = (typeof FIRST_SIGN_INS)[number]

export const BOB = "bob@app.test"
const PASSWORD = "compilers are fun to write"
const HEADERS = { accept: "application/json" }
const DURABLE = /^(createUser|updateUser|linkAccount|updateAccount|createAuthenticator|createSession)$/

interface NewUserOptions {
  adapter: Adapter
  config?: Partial<AuthConfig>
  acme?: Partial<OIDCConfig>
}

/** Creates an auth instance for first sign-ins, and records what it stores, emits and sends. */
export async function newUserService({ adapter: given, config = {}, acme = {} }: NewUserOptions) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const clock = () => time.now
  const issuer = await fakeIssuer({ clock })
  const { mail, newest } = mailbox()
  const log: WriteLog = { names: [] }
  const kinds: string[] = []
  const events: string[] = []
  const emails: AccountEmail[] = []
  const inner = killable(given as FullAdapter, log)
  const adapter: FullAdapter = new Proxy(inner, {
    get(target, name) {
      if (name !== "createAccountRecord") return Reflect.get(target, name)
      return (record: Parameters<FullAdapter["createAccountRecord"]>[0]) => {
        kinds.push(record.kind)
        return target.createAccountRecord(record)
      }
    },
  })
  const event = (name: string) => () => void events.push(name)
  const client = { clientId: "client", clientSecret: "secret" }
  const settings: AuthConfig = {
    secret: "s".repeat(32),
    adapter,
    clock,
    fetch: issuer.fetch,
    rateLimit: false,
    providers: [
      { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, ...client, ...acme },
      { ...mail, sendsCode: true, sendAccountEmail: (email) => void emails.push(email) },
      Password({ hash: FAST_HASH }),
      Passkey({ signUp: true }),
    ],
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    ...config,
    events: {
      ...{ createUser: event("createUser"), linkAccount: event("linkAccount"), updateUser: event("updateUser") },
      ...{ signIn: event("signIn"), acceptInvitation: event("acceptInvitation"), reclaimUser: event("reclaimUser") },
      ...config.events,
    },
  }
  const { waitUntil, ended } = backgroundWork()
  const auth = createAuth(settings, { env: { AUTH_URL: "https://app.test/auth" }, waitUntil })
  const post = async (from: Browser, path: string, fields: Record<string, string>) =>
    from.post(path, { csrfToken: await from.csrfToken(), ...fields })

  /** Waits for an email, which is sent after the response. Leaves out the first ones. */
  async function emailed(kind: AccountEmail["kind"], before = 0): Promise<AccountEmail> {
    await ended()
    const found = emails.slice(before).find((email) => email.kind === kind)
    if (!found) throw new Error(`No email ${kind} was sent`)
    return found
  }

  async function byProvider(from: Browser, claims: Record<string, unknown> = {}) {
    const started = await post(from, "/signin/acme", {})
    const person = { sub: "bob", email: BOB, email_verified: false, name: "Bob", ...claims }
    return from.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", person)}`)
  }

  const tokenIn = ({ url }: AccountEmail) => new URL(url).searchParams.get("token") ?? ""

  /** Proves who the user is. Returns the last response. */
  async function begin(from: Browser, way: FirstSignIn): Promise<Response> {
    const before = emails.length
    switch (way) {
      case "a provider":
        return byProvider(from)
      case "a provider that verifies the address":
        return byProvider(from, { email_verified: true })
      case "a magic link":
        await post(from, "/signin/email", { email: BOB })
        return from.get(newest().url.replace("https://app.test/auth", ""))
      case "an emailed code":
        await post(from, "/signin/email", { email: BOB })
        return post(from, "/callback/email", { code: newest().code ?? "" })
      case "a password":
        await post(from, "/sign-up", { email: BOB, password: PASSWORD })
        return post(from, "/sign-up", { code: (await emailed("confirm-sign-up", before)).code ?? "" })
      case "an invitation":
        await auth.invite({ email: BOB })
        return post(from, "/sign-up", { token: tokenIn(await emailed("invitation", before)), password: PASSWORD })
      case "a passkey": {
        await post(from, "/sign-up", { email: BOB, passkey: "1" })
        await post(from, "/sign-up", { code: (await emailed("confirm-sign-up", before)).code ?? "" })
        const page = (await (await from.get("/sign-up?status=passkey", HEADERS)).json()) as { passkeyOptions: never } // its contract
        return post(from, "/sign-up", { data: softAuthenticator().create(page.passkeyOptions) })
      }
    }
  }

  /** Returns the props of the open step's card. */
  const card = async (from: Browser) => (await (await from.get("/step", HEADERS)).json()) as Record<string, string> // its contract

  const submit = async (from: Browser, step: string, fields: Record<string, string> = {}) => {
    const { attempt = "" } = await card(from)
    return post(from, `/step/${step}`, { attempt, ...fields })
  }

  const codeFor = (secret: string) =>
    totpCode(fromBase32(secret.replaceAll(" ", "")) ?? new Uint8Array(), totpStep(time.now))

  return {
    ...{ auth, adapter, issuer, time, events, emails, kinds, log, settings },
    ...{ post, byProvider, begin, card, submit, codeFor, emailed, newest, tokenIn },
    browser: () => cookieClient(auth),
    user: () => adapter.getUserByEmail(BOB),
    /** Returns the names of the writes that outlive an abandoned sign-in. */
    stored: () => [
      ...log.names.filter((name) => DURABLE.test(name)),
      ...kinds.filter((kind) => kind !== "attempt" && kind !== "pending-change" && kind !== "invitation"),
    ],
  }
}

/** Returns the email of the signed-in user, or null. */
export async function signedIn(from: Browser): Promise<string | null> {
  const session = (await (await from.get("/session")).json()) as { user?: { email?: string } } | null // its contract
  return session?.user?.email ?? null
}
