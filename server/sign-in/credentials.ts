import type { User } from "../../client/contract.ts"
import { appFields, MAX_FIELDS } from "../http/app-fields.ts"
import { carryIn } from "../http/app-state.ts"
import { asError, AuthError, authErrorIn, CredentialsSignin } from "../errors.ts"
import { inTime } from "../http/in-time.ts"
import { credentialsIdentity } from "./limits/identity.ts"
import { rememberBrowser } from "./limits/known-browser.ts"
import { causeOf } from "../http/next-auth-4.ts"
import type { CredentialsConfig, ProfileUser } from "../providers/types.ts"
import { wantedTarget } from "../http/redirect-url.ts"
import { choiceIn } from "../sessions/remember-me.ts"
import { Refusal } from "../errors.ts"
import type { Routed } from "../sessions/action-context.ts"
import type { Identified } from "../accounts/types.ts"

/** Calls the app's `authorize` with the declared fields, or with all of the app's fields if it declares none. */
export async function identifyByCredentials(routed: Routed, provider: CredentialsConfig): Promise<Identified> {
  const { credentials: declared } = provider
  const credentials =
    Object.keys(declared ?? {}).length > 0 ? declaredFields(routed, declared) : undeclaredFields(routed)
  const user = accepted(await askApp(routed, provider, credentials))
  const id = String(user.id)
  const { fields } = routed.body
  return {
    identity: {
      user: user as ProfileUser, // the app's own fields are among its own
      account: { provider: provider.id, providerAccountId: id, type: "credentials" },
      emailProven: false,
    },
    credentials,
    callbackUrl: await wantedTarget(routed, fields["callbackUrl"]),
    remember: choiceIn(routed),
    carry: carryIn(routed),
    cookies: await rememberBrowser(routed, credentialsIdentity(routed, provider)),
  }
}

async function askApp(routed: Routed, provider: CredentialsConfig, credentials: Record<string, string>) {
  try {
    return await inTime("authorize", provider.authorize(credentials, bareRequest(routed)))
  } catch (thrown) {
    throw (
      authErrorIn(thrown) ??
      new AuthError("CallbackRouteError", asError(thrown).message, causeOf(thrown, routed.settings))
    )
  }
}

function declaredFields({ body }: Routed, fields: CredentialsConfig["credentials"] = {}): Record<string, string> {
  const declared: Record<string, string> = {}
  const { json } = body
  for (const name of Object.keys(fields)) {
    const sent: unknown = typeof json === "object" && json !== null ? Reflect.get(json, name) : body.fields[name]
    if (sent === undefined || name in Object.prototype) continue
    if (typeof sent !== "string") throw new Refusal(400, `The field ${name} holds no text`)
    declared[name] = sent
  }
  return declared
}

/** The texts of the form that aren't ours, as Auth.js passes them. */
function undeclaredFields({ body }: Routed): Record<string, string> {
  const sent = appFields(body)
  if (sent.length > MAX_FIELDS)
    throw new Refusal(400, `The form has ${sent.length} fields. Declare more than ${MAX_FIELDS}`)
  return Object.fromEntries(sent)
}

// The body was read, and the query may hold what a form must not: the host gets neither a second time
function bareRequest({ request }: Routed): Request {
  const url = new URL(request.url)
  url.search = ""
  return new Request(url, { method: "POST", headers: request.headers })
}

/** Returns the user of `authorize` as it is. One with a name or an address and no id gets a random id, as in Auth.js. */
function accepted(answer: unknown): User {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer) || answer instanceof Response) {
    throw new CredentialsSignin("authorize returned no user")
  }
  const { id } = answer as { id?: unknown } // an object, as checked above
  if ((id === undefined || id === null) && isPerson(answer)) return { ...answer, id: crypto.randomUUID() }
  if ((typeof id === "string" && id.trim() !== "") || (typeof id === "number" && Number.isFinite(id)))
    return answer as User // its id is what makes it one
  throw new CredentialsSignin(`authorize returned a user whose id is ${JSON.stringify(id)}. Return text or a number`)
}

// An app that reports a failure with an object, such as `{ error: "…" }`, signs nobody in
function isPerson({ name, email }: { name?: unknown; email?: unknown }): boolean {
  return [name, email].some((value) => typeof value === "string" && value.trim() !== "")
}
