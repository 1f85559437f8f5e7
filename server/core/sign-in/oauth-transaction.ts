import * as v from "valibot"
import { CHECK_MAX_AGE } from "../cookies/names.ts"
import { decodeUnverified } from "../crypto/decode-unverified.ts"
import { sha256 } from "../crypto/bytes.ts"
import { AuthError } from "../../errors.ts"
import type { Settings } from "../config/settings.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { sealedCookie } from "../request/sealed-cookie.ts"
import type { SetCookie } from "../cookies/options.ts"
import { warnOfMove } from "../config/warn-once.ts"

const confirmTransaction = v.object({
  /** Names the session that is confirmed. */
  attempt: v.string(),
  maxAge: v.number(),
  factors: v.optional(v.picklist([1, 2])),
  phishingResistant: v.optional(v.boolean()),
  /** The authentication context that was requested. */
  acr: v.optional(v.string()),
})

/** A confirmation that waits for its provider. */
export type ConfirmTransaction = v.InferOutput<typeof confirmTransaction>

/** The data of one sign-in attempt that the provider's callback needs. */
export interface AuthorizationTransaction {
  provider: string
  /** The `state` parameter. A flow that sends no state has one too, which only names the flow. */
  state: string
  /** Whether the provider gets no `state`, because the app turned all checks off. */
  stateless?: boolean | undefined
  /** A hash of the secret of the browser that started the flow. Only that browser may deliver the response. */
  browser: string
  /** The id of the user who was signed in at the start, or `null`. */
  user: string | null
  callbackUrl: string
  /** Whether the user asked to link the account, where a sign-in would otherwise add one to the browser. */
  link?: boolean | undefined
  /** The app's state for its callbacks. */
  carry?: string | undefined
  /** Whether the user chose to stay signed in. */
  remember?: boolean | undefined
  /** The page's id of the attempt, if it runs in a popup. */
  popup?: string | undefined
  redirectUri: string
  nonce?: string | undefined
  codeVerifier?: string | undefined
  /** The confirmation of the signed-in user, if it isn't a sign-in. */
  confirm?: ConfirmTransaction | undefined
  /** Additional data that the engine needs back. */
  extra?: Record<string, string> | undefined
}

/** A response that no open sign-in of this browser waits for. */
export class UnawaitedResponse extends AuthError {
  constructor(message: string) {
    super("OAuthCallbackError", message)
  }
}

/** The most attempts that may be open in one browser. A new one replaces the oldest, which restarts when it returns. */
const MAX_TRANSACTIONS = 4
/**
 * The most characters of all of them. nginx rejects a Cookie header of more than 8 KB, and Node all headers of more
 * than 16 KB.
 */
const MAX_LENGTH = 5.5 * 1024
/** The most attempts that one response clears. A browser never gets as many; other software may have set hundreds. */
const MAX_CLEARED = 16

const checkSchema = v.object({ flow: v.string(), value: v.string() })

const TRANSACTION_COOKIES = {
  state: sealedCookie({
    name: "state",
    brief: true,
    maxAge: CHECK_MAX_AGE,
    schema: v.object({
      provider: v.string(),
      state: v.string(),
      stateless: v.optional(v.boolean()),
      browser: v.string(),
      user: v.nullable(v.string()),
      callbackUrl: v.string(),
      link: v.optional(v.boolean()),
      confirm: v.optional(confirmTransaction),
      carry: v.optional(v.string()),
      remember: v.optional(v.boolean()),
      popup: v.optional(v.string()),
      redirectUri: v.optional(v.string()),
      extra: v.optional(v.record(v.string(), v.string())),
      iat: v.optional(v.number()),
    }),
  }),
  nonce: sealedCookie({ name: "nonce", brief: true, maxAge: CHECK_MAX_AGE, schema: checkSchema }),
  pkceCodeVerifier: sealedCookie({
    name: "pkceCodeVerifier",
    brief: true,
    maxAge: CHECK_MAX_AGE,
    schema: checkSchema,
  }),
}

const ALL_COOKIES = Object.values(TRANSACTION_COOKIES)
const CHECKS = ["state", "nonce", "pkceCodeVerifier"] as const

/** Returns the cookies that keep a flow: one per check, named after the flow, so that two tabs never share one. */
export async function storeTransaction(
  context: RequestContext,
  transaction: AuthorizationTransaction,
): Promise<SetCookie[]> {
  const key = await transactionKey(transaction.state)
  const { nonce, codeVerifier, redirectUri, ...facts } = transaction
  const elsewhere = redirectUri === callbackAddress(context, transaction.provider) ? undefined : redirectUri
  const written = [await TRANSACTION_COOKIES.state.write(context, { ...facts, redirectUri: elsewhere }, { key })]
  if (nonce) written.push(await TRANSACTION_COOKIES.nonce.write(context, { flow: key, value: nonce }, { key }))
  if (codeVerifier)
    written.push(await TRANSACTION_COOKIES.pkceCodeVerifier.write(context, { flow: key, value: codeVerifier }, { key }))
  return [...evictOldTransactions(context, key, written), ...written]
}

/**
 * Returns the flow that a response with this `state` belongs to.
 *
 * @throws {UnawaitedResponse} if this browser has no such flow, or it has expired
 * @throws {AuthError} `OAuthCallbackError` if the flow was started with another provider
 */
export async function resumeTransaction(
  context: RequestContext,
  state: string | null,
  provider: string,
): Promise<AuthorizationTransaction> {
  if (!state) {
    warnOfMove(context.settings, startedByAuthjs(context) ? "authjs-open-sign-in" : "authjs-provider-started")
    throw new UnawaitedResponse("The provider's response has no `state`")
  }
  const key = await transactionKey(state)
  const [facts, nonce, verifier] = await Promise.all([
    TRANSACTION_COOKIES.state.read(context, key),
    TRANSACTION_COOKIES.nonce.read(context, key),
    TRANSACTION_COOKIES.pkceCodeVerifier.read(context, key),
  ])
  if (!facts) {
    if (startedByAuthjs(context)) warnOfMove(context.settings, "authjs-open-sign-in")
    throw new UnawaitedResponse("This browser has no open sign-in with that state. A sign-in expires after 15 minutes")
  }
  if (facts.provider !== provider || [nonce, verifier].some((check) => check && check.flow !== key))
    throw new AuthError("OAuthCallbackError", "The sign-in was started with another provider")
  if (facts.state !== state) throw new AuthError("OAuthCallbackError", "The state differs from the state that was sent")
  const redirectUri = facts.redirectUri ?? callbackAddress(context, provider)
  return { ...facts, redirectUri, nonce: nonce?.value, codeVerifier: verifier?.value }
}

export function callbackAddress({ site }: RequestContext, provider: string): string {
  return `${site.url}/callback/${provider}`
}

/** Returns whether the browser has a check that Auth.js set. Latchkit's own checks begin with the same name. */
function startedByAuthjs({ cookies, cookieTable }: RequestContext): boolean {
  return CHECKS.some((check) => cookies.has(cookieTable[check].name))
}

/** Returns the newest flow of this browser that sent the provider no `state`. */
export async function newestStateless(
  context: RequestContext,
  provider: string,
): Promise<AuthorizationTransaction | undefined> {
  const open = await Promise.all(
    TRANSACTION_COOKIES.state.keys(context).map((key) => TRANSACTION_COOKIES.state.read(context, key)),
  )
  const stateless = open.filter((facts) => facts?.stateless === true && facts.provider === provider)
  const newest = stateless.reduce((a, b) => ((b?.iat ?? 0) >= (a?.iat ?? 0) ? b : a), undefined)
  return newest ? resumeTransaction(context, newest.state, provider) : undefined
}

/**
 * Returns the `state` of a response, also of a signed one (JARM), whose signature isn't checked yet. It only names the
 * flow: the engine compares it.
 */
export function readResponseState(parameters: URLSearchParams): string | null {
  const signed = parameters.has("state") ? undefined : decodeUnverified(parameters.get("response"))
  const state = signed?.["state"]
  return typeof state === "string" ? state : parameters.get("state")
}

/** Returns the cookies that clear a flow, finished or failed. Each of its checks works once. */
export async function clearTransaction(context: RequestContext, state: string | null): Promise<SetCookie[]> {
  if (!state) return []
  const key = await transactionKey(state)
  return ALL_COOKIES.flatMap((cookie) => cookie.clear(context, key))
}

async function transactionKey(state: string): Promise<string> {
  return (await sha256(state)).slice(0, 10)
}

function evictOldTransactions(context: RequestContext, key: string, written: readonly SetCookie[]): SetCookie[] {
  const others = TRANSACTION_COOKIES.state.keys(context).filter((other) => other !== key)
  const room = { flows: MAX_TRANSACTIONS - 1, length: MAX_LENGTH - cookiesLength(written) }
  const surplus = others.reverse().filter((other) => {
    room.flows -= 1
    room.length -= ALL_COOKIES.reduce((sum, cookie) => sum + cookie.storedLength(context, other), 0)
    return room.flows < 0 || room.length < 0
  })
  return surplus.slice(0, MAX_CLEARED).flatMap((other) => ALL_COOKIES.flatMap((cookie) => cookie.clear(context, other)))
}

function cookiesLength(cookies: readonly Pick<SetCookie, "name" | "value">[]): number {
  return cookies.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
}

/** @throws {UnawaitedResponse} if a response with that state, or without a state, was used before */
export async function consumeOnce(settings: Settings, name: string): Promise<void> {
  if (!(await markUsed(settings, name)))
    throw new UnawaitedResponse("The sign-in with that state was already completed")
}

/** Marks a state as used. Stores a hash, because a redirect proxy's state may be too long for a database key. */
export async function markUsed({ replayStore, now }: Settings, name: string): Promise<boolean> {
  return replayStore.markUsed(`flow:${await sha256(name)}`, now() + CHECK_MAX_AGE * 1000)
}
