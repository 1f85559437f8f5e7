import { asError, AuthError } from "../../errors.ts"
import type { AuthEvents } from "../config/event-types.ts"
import type { SecurityChangeType } from "../config/security-events.ts"
import type { Settings } from "../config/settings.ts"
import { emit, type EventContext } from "./emit.ts"
import type { SecurityEventDraft } from "./security-log.ts"

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

/** Calls the app's handler of one event. Logs what it throws. */
export async function callHandler<Name extends keyof AuthEvents>(
  { events, logger }: Pick<Settings, "events" | "logger">,
  name: Name,
  message: Parameters<AuthEvents[Name]>[0],
): Promise<void> {
  const handler = events[name] as ((message: Parameters<AuthEvents[Name]>[0]) => unknown) | undefined // the types of name and message match
  try {
    await handler?.(message)
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
