import { ACCOUNT_RECORD_OPERATIONS } from "../adapters/account-tables.ts"
import type { Adapter } from "../adapters/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import type { Env } from "../core/config/env.ts"
import type { AuthConfig } from "../service/config.ts"
import type { WarningCode } from "../logger.ts"
import type { EmailConfig, VerificationRequest } from "../providers/types.ts"
import { cookieClient } from "../testing/cookie-client.ts"

type Browser = ReturnType<typeof cookieClient>

export interface EmailServiceOptions {
  config?: Partial<AuthConfig>
  provider?: Partial<EmailConfig>
  env?: Env
}

/** Creates an auth instance with email sign-in, whose clock and outbox a test controls. */
export function emailService({ config = {}, provider = {}, env = {} }: EmailServiceOptions = {}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const emails: VerificationRequest[] = []
  const warnings: WarningCode[] = []
  const errors: Error[] = []
  const email: EmailConfig = {
    id: "email",
    name: "Email",
    type: "email",
    sendsCode: true,
    sendVerificationRequest: (sent) => void emails.push(sent),
    ...provider,
  }
  const adapter = config.adapter ?? MemoryAdapter()
  const auth = createAuth(
    {
      providers: [email],
      secret: "s".repeat(32),
      clock: () => time.now,
      logger: {
        warn: (code) => void warnings.push(code),
        error: (error) => void errors.push(error),
        debug: () => undefined,
      },
      ...config,
      adapter,
    },
    { env: { AUTH_URL: "https://app.test/auth", ...env } },
  )
  return {
    auth,
    adapter,
    emails,
    warnings,
    errors,
    newest: (): VerificationRequest => {
      const sent = emails.at(-1)
      if (!sent) throw new Error("No email was sent")
      return sent
    },
    later: (minutes: number) => void (time.now += minutes * 60_000),
    now: () => new Date(time.now),
    /** Returns a browser whose connection has this address. */
    from: (address: string | undefined, jar?: Browser["jar"]) =>
      cookieClient({ handle: (request) => auth.handle(request, { address }) }, jar),
  }
}

/** Adapter operations that no Auth.js adapter has. */
const EXTRA_OPERATIONS = [
  "wantsTokenHashes",
  "keepsSessionDetails",
  "transaction",
  "listAccounts",
  "updateAccount",
  "listSessions",
  "deleteSessions",
  "updateAuthenticator",
  "deleteAuthenticator",
  "deleteVerificationTokens",
  "claimOnce",
  "releaseOnce",
  "increment",
  "decrement",
  "deleteExpired",
  ...ACCOUNT_RECORD_OPERATIONS,
] as const satisfies readonly (keyof Adapter)[]

/**
 * Returns an adapter with only the operations of Auth.js adapters. As in those, deleting a user leaves the links that
 * were sent to the address.
 */
export function plainAdapter(adapter: Adapter = MemoryAdapter()): Adapter {
  const beyond: ReadonlySet<string> = new Set(EXTRA_OPERATIONS)
  const plain = Object.fromEntries(Object.entries(adapter).filter(([name]) => !beyond.has(name)))
  const { createVerificationToken, useVerificationToken } = MemoryAdapter() // none of its users is ever deleted
  return { ...plain, createVerificationToken, useVerificationToken }
}

/** Requests an email as the form does. */
export async function requestEmail(
  browser: Browser,
  email: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  return browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email, ...fields })
}

/** Follows a link, and presses the button if the page asks first. */
export async function openMagicLink(browser: Browser, link: string): Promise<Response> {
  const response = await browser.get(link)
  return response.status === 200 ? confirmMagicLink(browser, link) : response
}

/** Posts the form on the page of a link. */
export async function confirmMagicLink(browser: Browser, link: string): Promise<Response> {
  const fields = Object.fromEntries(new URL(link).searchParams)
  return browser.post("/callback/email", { csrfToken: await browser.csrfToken(), ...fields })
}

/** Enters a code in the browser that requested it. */
export async function submitCode(browser: Browser, code: string): Promise<Response> {
  return browser.post("/callback/email", { csrfToken: await browser.csrfToken(), code })
}

/** Returns the email of the signed-in user, or null. */
export async function signedInEmail(browser: Browser): Promise<string | null> {
  const session = (await (await browser.get("/session")).json()) as { user?: { email?: string } } | null // the shape of the response
  return session?.user?.email ?? null
}
