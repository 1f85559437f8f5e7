import { normalizeEmail } from "../../providers/email-address.ts"
import type { EmailConfig } from "../../providers/types.ts"
import * as v from "valibot"
import { hex, randomBytes } from "../crypto/bytes.ts"
import type { ActionContext } from "../request/action-context.ts"
import { EMAIL_COOKIE } from "../cookies/names.ts"
import { sealedCookie } from "../request/sealed-cookie.ts"
import type { AuthRequest, RequestContext } from "../request/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { addressCount, findAddressCount } from "../limits/attempt.ts"

const MAX_BYTES = 254
/** One `@`, and no characters with a meaning in email headers: no list, group, comment, quote or option. */
const ADDRESS = /^(?!-)[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\#]+$/u
/** A phone number, or another name that an app sends messages to. Only digits may have spaces between them. */
const USER_NAME = /^(?:\+?\d[\d ()./-]*|(?!-)[^\s@,;:<>()[\]"\\]+)$/u

/**
 * Returns the identifier for the text that the user entered, or `null` if no email can be sent to it. The provider's
 * own `normalizeIdentifier` may also allow a phone number or an address of the local network. It can't return several
 * addresses, or any text that an email program would parse in another way.
 *
 * @throws what `normalizeIdentifier` throws
 */
export function normalizeIdentifier(provider: EmailConfig, prefill: string | undefined): string | null {
  if (prefill === undefined) return null
  if (!provider.normalizeIdentifier) return normalizeEmail(prefill)
  const normalized: unknown = provider.normalizeIdentifier(prefill)
  return typeof normalized === "string" && isPlainIdentifier(normalized) ? normalized : null
}

/** Returns whether a link's address is one that the provider sends links to, in normalized form. */
export function isIdentifier(provider: EmailConfig, text: string): boolean {
  if (!provider.normalizeIdentifier) return normalizeEmail(text) !== null
  try {
    return normalizeIdentifier(provider, text) === text
  } catch {
    return false
  }
}

function isPlainIdentifier(text: string): boolean {
  if (new TextEncoder().encode(text).length > MAX_BYTES || /[\p{C}\p{DI}]/u.test(text)) return false
  return ADDRESS.test(text) || USER_NAME.test(text)
}

const DAY = 24 * 60 * 60

const emailRequest = sealedCookie({
  name: EMAIL_COOKIE,
  maxAge: DAY,
  schema: v.object({
    /** The site's URL with its base path; deployments may share a secret. */
    site: v.string(),
    provider: v.string(),
    identifier: v.string(),
    /** Random. Identifies the email. */
    id: v.string(),
    /** The email's code, and until when it can be used, in milliseconds since the epoch. */
    code: v.optional(v.object({ value: v.string(), until: v.number() })),
    /** The hash of the link's token, as it is stored. */
    hash: v.string(),
    /**
     * A hash of the user and the epoch that `hash` contains beside the link's token. An older cookie has their text, or
     * nothing.
     */
    binding: v.optional(v.string()),
    /** Random. Identifies the browser for as long as it keeps requesting emails to this address. */
    browser: v.optional(v.string()),
    /** When the browser first requested an email to this address, in milliseconds since the epoch. */
    since: v.optional(v.number()),
    callbackUrl: v.string(),
    /** App state for the callbacks. */
    carry: v.optional(v.string()),
    /** Whether the user chose to stay signed in. */
    remember: v.optional(v.boolean()),
    /** True if this browser requested an email to that address before. */
    again: v.optional(v.boolean()),
    /** How the request was counted for the client's address. */
    counted: v.optional(addressCount),
    /** When the email was sent, in seconds since the epoch. */
    iat: v.optional(v.number()),
  }),
})

export type EmailRequest = v.InferOutput<typeof emailRequest.schema>

/** Returns what identifies a new request, and this browser's earlier request to the same address, if there is one. */
export async function nextEmailRequest(context: ActionContext, { id: provider }: EmailConfig, identifier: string) {
  const last = await readEmailRequest(context, provider)
  const previous = last?.identifier === identifier ? last : undefined
  const next = {
    site: context.site.url,
    provider,
    identifier,
    id: hex(randomBytes(16)),
    browser: previous?.browser ?? hex(randomBytes(16)),
    since: previous?.since ?? context.settings.now(),
    again: previous !== undefined,
    counted: findAddressCount(context),
  }
  return { next, previous }
}

/** Returns a cookie that keeps the request for `maxAge` seconds, which is how long the email's link works. */
export function storeEmailRequest(context: RequestContext, request: EmailRequest, maxAge: number): Promise<SetCookie> {
  return emailRequest.write(context, request, { maxAge })
}

/** Returns this browser's last request, or `null` if it was for another provider or its email has expired. */
export async function readEmailRequest(context: RequestContext, provider: string): Promise<EmailRequest | null> {
  const request = await emailRequest.read(context)
  return request?.provider === provider && request.site === context.site.url ? request : null
}

/** Returns the cookie that forgets the request, or nothing if there is none. */
export function clearEmailRequest(context: RequestContext): SetCookie[] {
  return emailRequest.clear(context)
}

/**
 * Returns whether this browser requested an email to this address, and its user follows the link now. Scanners and
 * previews send HEAD, have no cookies, or send a prefetch header.
 */
export async function isRequestedByBrowser(
  authRequest: AuthRequest,
  provider: EmailConfig,
  email: string,
): Promise<boolean> {
  const { request, headers } = authRequest
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`
  if (request.method === "HEAD" || /prefetch|prerender|preview/i.test(purpose)) return false
  return (await readEmailRequest(authRequest, provider.id))?.identifier === email
}
