import {
  SECURITY_FAILURES,
  type SecurityActor,
  type SecurityChangeType,
  type SecurityEvent,
  type SecurityEventType,
  type SecurityFailureType,
} from "../config/security-events.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/bytes.ts"
import { asError, AuthError, AccessDenied } from "../../errors.ts"
import { withoutControlCharacters } from "../../logger.ts"
import type { AuthRequest, RequestContext } from "./auth-request.ts"
import { clientAddress } from "./client-address.ts"
import type { SecurityEventDraft, StampedDraft } from "./security-log.ts"
import type { AuthEvents } from "../config/event-types.ts"
import type { Callbacks } from "../config/callbacks.ts"
import { checkedResult } from "../config/decisions.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { toErrorCause } from "./next-auth-4.ts"

/** The request of an event, or only the settings if your app's own code caused it. */
export type EventContext = Pick<RequestContext, "settings"> &
  Partial<Pick<AuthRequest, "site" | "headers" | "address" | "method" | "action" | "target" | "securityLog">>

/**
 * Emits a security event. Call it after the change is stored, and outside of its transaction. The handler gets the
 * event once the response is known, or at once without a request.
 */
export async function emit(context: EventContext, draft: SecurityEventDraft): Promise<void> {
  const { settings, securityLog } = context
  if (!settings.events.security) return
  const stamped = { ...draft, time: settings.now() }
  if (!securityLog?.add(stamped)) await deliverEvents(context, [stamped])
}

/**
 * Calls the app's handler with each event, in order. Doesn't wait for what the handler returns, so that a slow handler
 * delays no response. A failure is only logged.
 */
export async function deliverEvents(context: EventContext, drafts: readonly StampedDraft[]): Promise<void> {
  const { events, logger, background } = context.settings
  const report = (thrown: unknown) =>
    logger.error(new AuthError("EventError", "The security event handler failed", { err: asError(thrown) }))
  for (const draft of drafts) {
    try {
      const work = Promise.resolve(events.security?.(await toSecurityEvent(context, draft))).catch(report)
      background.run(work)
    } catch (thrown) {
      report(thrown)
    }
  }
}

const FAILURES: ReadonlySet<string> = new Set(SECURITY_FAILURES)

const isFailure = (type: SecurityEventType): type is SecurityFailureType => FAILURES.has(type)

async function toSecurityEvent(context: EventContext, draft: StampedDraft): Promise<SecurityEvent> {
  const { settings, method: verb, action, target, site, headers, address } = context
  const { type, userId, identifier, error, time } = draft
  const provider = settings.providers.get(draft.provider ?? target ?? "")
  const { deviceFrom } = await import("./device.ts") // only an app with a handler needs it
  const shared = {
    id: crypto.randomUUID(),
    at: new Date(time).toISOString(),
    actor: Object.freeze(toActor(context, draft)),
    userId: toText(userId),
    identifierHash: identifier ? await hashIdentifier(settings, site?.url, identifier) : null,
    address: headers ? toText(await clientAddress({ settings, headers, address })) : null,
    device: headers ? Object.freeze(deviceFrom(headers)) : null,
    route: verb && action ? `${verb} ${action}` : null,
    provider: toText(provider?.id ?? draft.provider),
    method: toText(draft.method ?? provider?.type),
  }
  const event = isFailure(type)
    ? { ...shared, type, outcome: "failure", error: toText(error) ?? "Unknown" }
    : { ...shared, type, outcome: "success", error: null }
  return Object.freeze(event as SecurityEvent) // TypeScript doesn't spread a union of types over a union of events
}

function toActor({ securityLog, headers }: EventContext, { actor, type, userId }: StampedDraft): SecurityActor {
  if (actor) return actor.kind === "user" ? { kind: "user", id: toText(actor.id) ?? "" } : { kind: actor.kind }
  if (!headers) return { kind: "app" }
  const signedIn = type === "signedIn" ? userId : securityLog?.actor() // in a browser with several accounts, the new one
  const id = toText(signedIn ?? (isFailure(type) ? undefined : userId))
  return id === null ? { kind: "anonymous" } : { kind: "user", id }
}

/** The most characters of a text field. */
const MAX_TEXT = 255

function toText(value: string | undefined): string | null {
  return value === undefined ? null : withoutControlCharacters(value.slice(0, MAX_TEXT)).slice(0, MAX_TEXT)
}

// The text may be a password in the wrong field
async function hashIdentifier({ secrets }: Pick<Settings, "secrets">, site = "", identifier: string): Promise<string> {
  return hmac(secrets[0] ?? "", "event identifier", `${site}\n${identifier.trim().toLowerCase()}`)
}

/** The security event that goes with each of the other events. */
const SECURITY_EVENTS: Record<keyof AuthEvents, SecurityChangeType | undefined> = {
  createUser: "userCreated",
  updateUser: "userUpdated",
  reclaimUser: "userReclaimed",
  linkAccount: "accountLinked",
  signIn: "signedIn",
  signOut: "signedOut",
  deleteUser: "accountDeleted",
  acceptInvitation: "invitationAccepted",
  session: undefined, // nothing changed
}

/**
 * Calls the app's handler of one event, and emits its security event. Logs what the handler throws, because a failed
 * audit log must not change the response.
 */
export async function emitEvent<Name extends keyof AuthEvents>(
  context: EventContext,
  name: Name,
  message: Parameters<AuthEvents[Name]>[0],
): Promise<void> {
  const { settings } = context
  const eventFacts = facts(message)
  const type = name === "linkAccount" && eventFacts.method === "webauthn" ? "passkeyAdded" : SECURITY_EVENTS[name]
  if (type) await emit(context, { type, ...eventFacts })
  await callHandler(settings, name, message)
}

/** Calls the app's handler of one event, and waits for it at most 30 seconds. Logs what it throws. */
export async function callHandler<Name extends keyof AuthEvents>(
  { events, logger }: Pick<Settings, "events" | "logger">,
  name: Name,
  message: Parameters<AuthEvents[Name]>[0],
): Promise<void> {
  const handler = events[name] as ((message: Parameters<AuthEvents[Name]>[0]) => unknown) | undefined // the types of name and message match
  try {
    await withTimeout(`\`events.${name}\``, handler?.(message))
  } catch (error) {
    logger.error(new AuthError("EventError", `The ${name} event handler failed`, { err: asError(error) }))
  }
}

/** Returns the user, provider and method of an event's message. */
function facts(message: Parameters<AuthEvents[keyof AuthEvents]>[0]): Omit<SecurityEventDraft, "type"> {
  const account = "account" in message ? message.account : undefined
  const user = "user" in message ? message.user : undefined
  const session = "session" in message ? message.session : undefined
  const token = "token" in message ? message.token : undefined
  const userId = user?.id ?? (session && "userId" in session ? session.userId : undefined) ?? token?.sub
  return {
    ...(userId !== undefined && { userId: String(userId) }),
    ...(account && { provider: account.provider, method: account.type }),
  }
}

/** Returns the `carried` key for callbacks and events, or no key if the app sent no state. */
export const toCarried = (carried: string | undefined): { carried?: string } =>
  carried === undefined ? {} : { carried }

/**
 * Calls the app's `signIn` callback, if there is one: `true` allows, a string redirects, anything else denies.
 *
 * @throws {AccessDenied} with the message of the error that the callback throws
 */
export async function callSignInCallback(
  { settings }: Pick<RequestContext, "settings">,
  input: Parameters<Callbacks["signIn"]>[0],
): Promise<unknown> {
  const { signIn } = settings.callbacks
  try {
    return !signIn || checkedResult(settings, "signIn", await withTimeout("`callbacks.signIn`", signIn(input)))
  } catch (thrown) {
    throw new AccessDenied(asError(thrown).message, toErrorCause(thrown, settings))
  }
}
