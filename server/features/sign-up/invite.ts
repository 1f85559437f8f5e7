import { sweepExpired } from "../../core/config/background.ts"
import { consumeMailbox } from "../../core/limits/mailbox.ts"
import { sendAccountEmail } from "../../core/mailbox/account-email.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { emit } from "../../core/request/emit.ts"
import type { RequestLike } from "../../core/sessions/helper-request.ts"
import { MAX_INVITATION } from "../../core/users/deleted-address.ts"
import { userByEmail, userStore } from "../../core/users/users.ts"
import { AuthError } from "../../errors.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { isInvitationData, storeInvitation, voidInvitation } from "./invitations.ts"

const ONE_WEEK = 7 * 24 * 60 * 60
const MIN_SECONDS = 60
const MAX_SECONDS = MAX_INVITATION / 1000
const MAX_DATA = 16 * 1024 // characters of JSON

/** Options of `auth.invite`. They must come from your own code, except for the address. */
export interface InviteOptions {
  /** The address to invite. */
  email: string
  /**
   * Data of your app, such as a role, as JSON of at most 16,384 characters. Your server stores it, and the link doesn't
   * contain it. The `signIn` callback and the `acceptInvitation` event get it.
   */
  data?: Readonly<Record<string, unknown>> | undefined
  /** Seconds until the link expires, from 60 to 7,776,000. @default 604800, which is 7 days */
  expiresIn?: number | undefined
  /**
   * The request of the inviting user. The email is in its language. It also names the site if `AUTH_URL` isn't set, and
   * the tenant.
   */
  request?: RequestLike | undefined
}

/** The result of `auth.invite`. `registered` means that a user has proven this address. Nothing was sent then. */
export type InviteResult = { status: "sent"; email: string; expires: Date } | { status: "registered"; email: string }

const OPTIONS: ReadonlySet<string> = new Set([
  "email",
  "data",
  "expiresIn",
  "request",
] satisfies (keyof InviteOptions)[])

/** Stores an invitation and emails its link. An address has one invitation at a time, and the newest replaces it. */
export async function invite(context: RequestContext, options: InviteOptions): Promise<InviteResult> {
  const { settings, site, headers } = context
  const { email, data, expiresIn } = readOptions(context, options)
  const user = await userByEmail(userStore(settings), email)
  if (user?.emailVerified) return { status: "registered", email }
  await countInvitation(context, email)
  const expires = new Date(settings.now() + expiresIn * 1000)
  const token = await storeInvitation(context, { email, data, expires, holder: user?.id ?? null })
  sweepExpired(settings)
  await sendAccountEmail(
    { settings, headers, request: new Request(site.url, { headers }) },
    { kind: "invitation", identifier: email, url: `${site.url}/sign-up?token=${token}`, expires },
  )
  await emit(context, { type: "invitationSent", identifier: email, actor: { kind: "app" } })
  return { status: "sent", email, expires }
}

function readOptions(
  { settings }: RequestContext,
  options: InviteOptions,
): { email: string; data: Readonly<Record<string, unknown>>; expiresIn: number } {
  const { data = {}, expiresIn = ONE_WEEK } = options
  const policy = settings.passwords?.signUp
  if (policy === undefined) throw new AuthError("InvalidConfiguration", "`auth.invite` needs `Password()`")
  if (policy === "off")
    throw new AuthError(
      "InvalidConfiguration",
      '`signUp` of `Password()` is "off". Set "invite" or "open" to invite users',
    )
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name))
  if (unknown !== undefined)
    throw new TypeError(`\`auth.invite\` has no option ${JSON.stringify(unknown.slice(0, 80))}`)
  if (typeof expiresIn !== "number" || !(expiresIn >= MIN_SECONDS && expiresIn <= MAX_SECONDS))
    throw new TypeError(`\`expiresIn\` is ${String(expiresIn)}. Set ${MIN_SECONDS} to ${MAX_SECONDS} seconds`)
  if (!isInvitationData(data) || JSON.stringify(data).length > MAX_DATA)
    throw new TypeError(`\`data\` must be an object whose JSON has at most ${MAX_DATA} characters`)
  const email = normalizeEmail(options.email)
  if (email === null) throw new AuthError("InvalidRequest", "`email` isn't one plain email address")
  return { email, data, expiresIn }
}

// An app's form that invites must not flood a stranger's mailbox
async function countInvitation(context: RequestContext, email: string): Promise<void> {
  const retryAfter = await consumeMailbox(context, email)
  if (retryAfter !== undefined)
    throw new AuthError("RateLimited", "Too many invitations were sent to this address", { retryAfter })
}

/** Revokes the invitation of an address. Returns whether there was one. */
export async function revokeInvitation(context: RequestContext, email: string): Promise<boolean> {
  const address = normalizeEmail(email)
  const revoked = address !== null && (await voidInvitation(context, address))
  if (revoked) await emit(context, { type: "invitationRevoked", identifier: address, actor: { kind: "app" } })
  return revoked
}
