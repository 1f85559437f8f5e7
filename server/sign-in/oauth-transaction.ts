import { sealFitting } from "../http/app-state.ts"
import { cleared } from "../cookies/chunks.ts"
import { CHECK_MAX_AGE } from "../cookies/names.ts"
import type { CookieKey, CookieOption } from "../cookies/options.ts"
import { sha256 } from "../crypto/hash.ts"
import { openValue, sealingFor, sealValue } from "../crypto/sealed.ts"
import { AuthError } from "../errors.ts"
import type { Visit } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { warnOfMove } from "../config/warn-once.ts"

/** What one sign-in attempt must find again when the visitor comes back from the provider. */
export interface Flow {
  provider: string
  /** The state parameter. A flow without one sends nothing of it, and is named by it here alone. */
  state: string
  /** Whether the provider gets no `state`, because the app turned all checks off. */
  stateless?: boolean | undefined
  /** The secret of the browser that started; the provider's answer counts in that browser alone. */
  browser: string
  /** Who was signed in at the start. */
  user: string | null
  callbackUrl: string
  /** What the app sent along, for its callbacks. */
  carry?: string | undefined
  /** What the visitor chose about staying signed in. */
  remember?: boolean | undefined
  /** The page's name for the attempt, where it runs in a window of its own. */
  popup?: string | undefined
  redirectUri: string
  nonce?: string | undefined
  codeVerifier?: string | undefined
  /** Further facts that the engine wants back. */
  extra?: Record<string, string> | undefined
}

/** Attempts that may be open in one browser at a time; the oldest makes room. */
const MAX_FLOWS = 4
/** Characters that they may take together: nginx refuses a Cookie header of more than 8 KB, and Node headers of 16 KB in all. */
const MAX_LENGTH = 5 * 1024

const CHECKS = ["state", "nonce", "pkceCodeVerifier"] as const satisfies CookieKey[]

/** The cookies that keep a flow: one a check, named after the flow, so that two tabs never share one. */
export async function keepFlow(visit: Visit, flow: Flow): Promise<SetCookie[]> {
  const key = await flowKey(flow.state)
  const { nonce, codeVerifier, ...facts } = flow
  const values = {
    state: facts,
    nonce: nonce && { value: nonce },
    pkceCodeVerifier: codeVerifier && { value: codeVerifier },
  }
  const kept: SetCookie[] = []
  for (const check of CHECKS) {
    const value = values[check]
    if (!value) continue
    const { name, options } = cookieOf(visit, check, key)
    const seal = (fitting: object) =>
      sealValue({ ...fitting, provider: flow.provider, flow: key }, { ...sealing(visit, check), maxAge: CHECK_MAX_AGE })
    kept.push({ name, value: await sealFitting(visit, value, seal), options })
  }
  return [...roomFor(visit, key, kept), ...kept]
}

/**
 * The flow that an answer with this `state` belongs to.
 *
 * @throws {AuthError} `InvalidCheck` when this browser started no such flow with this provider, or it is over
 */
export async function resumeFlow(visit: Visit, state: string | null, provider: string): Promise<Flow> {
  if (!state) {
    warnOfMove(visit.settings, startedByAuthjs(visit) ? "authjs-open-sign-in" : "authjs-provider-started")
    throw new AuthError("OAuthCallbackError", "The provider's answer carries no state")
  }
  const key = await flowKey(state)
  const [facts, nonce, verifier] = await Promise.all(CHECKS.map((check) => opened(visit, check, key)))
  if (!facts) {
    if (startedByAuthjs(visit)) warnOfMove(visit.settings, "authjs-open-sign-in")
    throw new AuthError(
      "OAuthCallbackError",
      "This browser has no open sign-in with that state; one lives for 15 minutes",
    )
  }
  for (const check of [facts, nonce, verifier]) {
    if (check && (check["provider"] !== provider || check["flow"] !== key)) {
      throw new AuthError("OAuthCallbackError", "The sign-in was started with another provider")
    }
  }
  const flow = { ...facts, nonce: nonce?.["value"], codeVerifier: verifier?.["value"] } as unknown as Flow // sealed by keepFlow, opened with its key
  if (flow.state !== state) throw new AuthError("OAuthCallbackError", "The state differs from the one that was sent")
  return flow
}

/** Whether the browser has a check that Auth.js set. Its name is the one that Latchkit's own checks begin with. */
function startedByAuthjs({ cookies, cookieTable }: Visit): boolean {
  return CHECKS.some((check) => cookies.has(cookieTable[check].name))
}

/** The newest flow of this browser that a provider got no `state` of. */
export async function newestStateless(visit: Visit, provider: string): Promise<Flow | undefined> {
  const prefix = `${visit.cookieTable.state.name}.`
  const keys = [...visit.cookies.names()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
  const open = await Promise.all(keys.map((key) => opened(visit, "state", key)))
  const own = open.filter((facts) => facts?.["stateless"] === true && facts["provider"] === provider)
  const newest = own.reduce((a, b) => (Number(b?.iat) >= Number(a?.iat ?? 0) ? b : a), null)
  return newest ? resumeFlow(visit, String(newest["state"]), provider) : undefined
}

/** Cookies that clear a flow, finished or failed: each of its checks counts once. */
export async function clearFlow(visit: Visit, state: string | null): Promise<SetCookie[]> {
  if (!state) return []
  const key = await flowKey(state)
  return CHECKS.map((check) => cookieOf(visit, check, key))
    .filter(({ name }) => visit.cookies.has(name))
    .map(cleared)
}

async function opened(visit: Visit, check: (typeof CHECKS)[number], key: string) {
  return openValue(visit.cookies.get(cookieOf(visit, check, key).name), sealing(visit, check))
}

const sealing = (visit: Visit, check: (typeof CHECKS)[number]) =>
  sealingFor(visit, check, visit.cookieTable[check].name)

function cookieOf({ cookieTable }: Visit, check: CookieKey, key: string): CookieOption {
  const { name, options } = cookieTable[check]
  return { name: `${name}.${key}`, options }
}

async function flowKey(state: string): Promise<string> {
  return (await sha256(state)).slice(0, 10)
}

// Browsers send cookies of one path in the order in which they were made: the first is the oldest
function roomFor(visit: Visit, key: string, kept: readonly SetCookie[]): SetCookie[] {
  const prefix = `${visit.cookieTable.state.name}.`
  const others = [...visit.cookies.names()]
    .filter((name) => name.startsWith(prefix) && name !== prefix + key)
    .map((name) => CHECKS.map((check) => cookieOf(visit, check, name.slice(prefix.length))))
    .map((cookies) => cookies.filter(({ name }) => visit.cookies.has(name)))
  const room = { flows: MAX_FLOWS - 1, length: MAX_LENGTH - lengthOf(kept) }
  const surplus = others.reverse().filter((cookies) => {
    room.flows -= 1
    room.length -= lengthOf(cookies.map(({ name }) => ({ name, value: visit.cookies.get(name) ?? "" })))
    return room.flows < 0 || room.length < 0
  })
  return surplus.flat().map(cleared)
}

function lengthOf(cookies: readonly Pick<SetCookie, "name" | "value">[]): number {
  return cookies.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
}
