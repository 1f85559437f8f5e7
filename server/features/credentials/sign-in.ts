import type { User } from "../../../client/contract.ts"
import { appFields, MAX_APP_FIELDS } from "../../core/request/body.ts"
import { readAppState } from "../../core/request/app-state.ts"
import { asError, AuthError, authErrorIn, CredentialsSignin, RejectedRequest } from "../../errors.ts"
import { withTimeout } from "../../core/crypto/with-timeout.ts"
import { rememberBrowser, credentialsIdentity } from "../../core/limits/identity.ts"
import { refundAddress } from "../../core/limits/attempt.ts"
import { toErrorCause } from "../../core/request/next-auth-4.ts"
import type { ProfileUser } from "../../providers/profile-types.ts"
import type { CredentialsConfig } from "../../providers/types.ts"
import { returnTo, sameOriginReferer } from "../../core/request/redirect-url.ts"
import { readRememberField } from "../../core/sessions/session-cookies.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { VerifiedIdentity } from "../../core/users/types.ts"

/**
 * Calls the app's `authorize` with the declared fields. If it declares none, and under the presets, it gets all of the
 * app's fields.
 */
export async function identifyByCredentials(
  context: ActionContext,
  provider: CredentialsConfig,
): Promise<VerifiedIdentity> {
  const { credentials: declared } = provider
  const isDeclared = Object.keys(declared ?? {}).length > 0
  const isOpen = !isDeclared || context.settings.rules.allCredentials
  const credentials = { ...(isOpen && allFields(context)), ...(isDeclared && declaredFields(context, declared)) }
  const user = requireUser(await callAuthorize(context, provider, credentials), context)
  await refundAddress(context)
  return {
    identity: {
      user: user as ProfileUser, // the app's own fields are among its own
      account: { provider: provider.id, providerAccountId: user.id, type: "credentials" },
      emailProven: false,
    },
    credentials,
    callbackUrl: await returnTo(context, sameOriginReferer(context)),
    remember: readRememberField(context),
    appState: readAppState(context),
    cookies: [],
    proof: { kind: "password" },
    signedInCookies: await rememberBrowser(context, credentialsIdentity(context, provider)),
  }
}

async function callAuthorize(context: ActionContext, provider: CredentialsConfig, credentials: Record<string, string>) {
  try {
    return await withTimeout("authorize", provider.authorize(credentials, withoutBody(context)))
  } catch (thrown) {
    throw (
      authErrorIn(thrown) ??
      new AuthError("CallbackRouteError", asError(thrown).message, toErrorCause(thrown, context.settings))
    )
  }
}

function declaredFields(
  { body }: ActionContext,
  fields: CredentialsConfig["credentials"] = {},
): Record<string, string> {
  const declared: Record<string, string> = {}
  const { json } = body
  for (const name of Object.keys(fields)) {
    const value: unknown = typeof json === "object" && json !== null ? Reflect.get(json, name) : body.fields[name]
    if (value === undefined || name in Object.prototype) continue
    if (typeof value !== "string") throw new RejectedRequest(400, `The field ${name} isn't text`)
    declared[name] = value
  }
  return declared
}

/** Returns the strings of the form that aren't Latchkit's own fields, as Auth.js does. */
function allFields({ body, settings }: ActionContext): Record<string, string> {
  const formFields = appFields(body, settings.rules.allCredentials)
  if (formFields.length > MAX_APP_FIELDS)
    throw new RejectedRequest(400, `The form has ${formFields.length} fields. Declare more than ${MAX_APP_FIELDS}`)
  return Object.fromEntries(formFields)
}

// The body was already read, and the query may contain what a form must not, so the app gets neither again
function withoutBody({ request }: ActionContext): Request {
  const [url = ""] = request.url.split("?", 1)
  return new Request(url, { method: "POST", headers: request.headers })
}

/**
 * Returns the user of `authorize`. Its id is a text, as in Auth.js: a number becomes one, and a user with a name or an
 * email but no id gets a random one.
 */
function requireUser(result: unknown, { settings }: ActionContext): User & { id: string } {
  reportShape(result, settings)
  if (!isObject(result)) throw new CredentialsSignin("authorize returned no user")
  const { id } = result as { id?: unknown } // an object, as checked above
  if ((id === undefined || id === null) && hasNameOrEmail(result)) return { ...result, id: crypto.randomUUID() }
  if (typeof id === "number" && Number.isFinite(id)) return { ...result, id: String(id) }
  if (typeof id === "string" && id.trim() !== "") return result as User & { id: string } // as checked here
  throw new CredentialsSignin(`authorize returned a user whose id is ${JSON.stringify(id)}. Return text or a number`)
}

// If an app reports a failure with an object, such as `{ error: "…" }`, no user is signed in
function hasNameOrEmail({ name, email }: { name?: unknown; email?: unknown }): boolean {
  return [name, email].some((value) => typeof value === "string" && value.trim() !== "")
}

// An error has a `name`, and an app may return an error that it should throw
function isObject(result: unknown): result is object {
  if (typeof result !== "object" || result === null || Array.isArray(result)) return false
  return !(result instanceof Response) && !(result instanceof Error)
}

/**
 * Logs in development that `authorize` returned something else than a user or null. For the user it is a wrong
 * password.
 */
function reportShape(result: unknown, { production, logger }: ActionContext["settings"]): void {
  if (production || result === null || result === undefined || result === false) return
  const isUser = isObject(result)
  const id: unknown = isUser && Reflect.get(result, "id")
  if (typeof id === "string" || typeof id === "number" || (isUser && hasNameOrEmail(result))) return
  const kind = result instanceof Error ? "an error instead of throwing it" : `a ${typeof result}`
  const shape = isUser ? "an object without an `id`" : Array.isArray(result) ? "a list" : kind
  const message = `\`authorize\` returned ${shape}, so the sign-in was rejected. Return the user with its \`id\`, or null if the password is wrong`
  logger.error(new AuthError("CallbackRouteError", message))
}
