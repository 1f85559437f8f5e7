import type { User } from "../../client/contract.ts"
import { carryIn } from "../carry.ts"
import { AuthError, CredentialsSignin } from "../errors.ts"
import { identifiersIn } from "../limits/check.ts"
import { rememberBrowser } from "../limits/known-browser.ts"
import type { CredentialsConfig } from "../providers/types.ts"
import { wantedTarget } from "../redirects.ts"
import { choiceIn } from "../remember.ts"
import { Refusal } from "../refusal.ts"
import type { Routed } from "../routed.ts"
import type { Identified } from "./index.ts"

/** Milliseconds that `authorize` may take. */
const PATIENCE = 30_000

/** Asks the host's `authorize`, with the declared fields of the form and nothing else. */
export async function identifyByCredentials(routed: Routed, provider: CredentialsConfig): Promise<Identified> {
  const credentials = declaredFields(routed, provider)
  const user = accepted(await inTime(provider.authorize(credentials, bareRequest(routed))))
  const id = String(user.id)
  const { fields } = routed.body
  return {
    identity: {
      user: { ...user, id },
      account: { provider: provider.id, providerAccountId: id, type: "credentials" },
      emailProven: false,
    },
    credentials,
    callbackUrl: await wantedTarget(routed, fields["callbackUrl"]),
    remember: choiceIn(routed),
    carry: carryIn(routed),
    cookies: await rememberBrowser(routed, identifiersIn(routed)),
  }
}

function declaredFields({ body }: Routed, { credentials }: CredentialsConfig): Record<string, string> {
  const declared: Record<string, string> = {}
  const { json } = body
  for (const name of Object.keys(credentials)) {
    const sent: unknown = typeof json === "object" && json !== null ? Reflect.get(json, name) : body.fields[name]
    if (sent === undefined || name in Object.prototype) continue
    if (typeof sent !== "string") throw new Refusal(400, `The field ${name} holds no text`)
    declared[name] = sent
  }
  return declared
}

// The body was read, and the query may hold what a form must not: the host gets neither a second time
function bareRequest({ request }: Routed): Request {
  const url = new URL(request.url)
  url.search = ""
  return new Request(url, { method: "POST", headers: request.headers })
}

/** A user as `authorize` must answer one; anything else refuses. */
function accepted(answer: unknown): User {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer) || answer instanceof Response) {
    throw new CredentialsSignin("authorize answered no user")
  }
  const { id } = answer as { id?: unknown } // an object, as checked above
  if ((typeof id === "string" && id.trim() !== "") || (typeof id === "number" && Number.isFinite(id)))
    return answer as User // its id is what makes it one
  throw new CredentialsSignin(
    `authorize answered a user whose id is ${JSON.stringify(id) ?? "missing"}; text or a number was wanted`,
  )
}

async function inTime<T>(answer: T | PromiseLike<T>): Promise<T> {
  if (typeof answer !== "object" || answer === null || !("then" in answer)) return answer
  const limit: { timer?: ReturnType<typeof setTimeout> } = {}
  const late = new Promise<never>((_, reject) => {
    limit.timer = setTimeout(
      () => reject(new AuthError("CallbackRouteError", "authorize took longer than 30 seconds")),
      PATIENCE,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(limit.timer)
  }
}
