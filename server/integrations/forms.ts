import { parseSignInForm, parseSignOutForm, type FormInput } from "../../client/forms.ts"
import type { HelperAnswer, Helpers, RequestLike } from "../helpers.ts"

type Failure<Result> = Extract<Result, { failed: true }>

/** What a form action answers for a form that is none of ours; nothing else ran. */
export type SignInFailure = Failure<ReturnType<typeof parseSignInForm>>
export type SignOutFailure = Failure<ReturnType<typeof parseSignOutForm>>

/**
 * Signs in by a form of the app's own.
 *
 * @throws {AuthError} when the sign-in is refused
 */
export async function signInByForm(
  auth: Pick<Helpers, "signIn" | "refusedFields">,
  request: RequestLike,
  form: FormInput,
): Promise<SignInFailure | HelperAnswer> {
  const values = parseSignInForm(form)
  if (values.failed) return values
  const { providerId, redirectTo, options, authorizationParams } = values
  const refused = await auth.refusedFields(request, values)
  if (isAny(refused)) return { failed: true, fieldErrors: { ...refused, options: [] }, formErrors: [] }
  return auth.signIn(request, providerId, {
    fields: textsOf(options),
    ...(redirectTo !== undefined && { redirectTo }),
    ...(authorizationParams && { authorizationParams }),
  })
}

/** Signs out by a form of the app's own. */
export async function signOutByForm(
  auth: Pick<Helpers, "signOut" | "refusedFields">,
  request: RequestLike,
  form: FormInput,
): Promise<SignOutFailure | HelperAnswer> {
  const values = parseSignOutForm(form)
  if (values.failed) return values
  const { redirectTo } = values
  const refused = await auth.refusedFields(request, { redirectTo })
  if (isAny(refused)) return { failed: true, fieldErrors: { redirectTo: refused.redirectTo }, formErrors: [] }
  return auth.signOut(request, redirectTo === undefined ? {} : { redirectTo })
}

const isAny = (refused: Record<string, string[]>) => Object.values(refused).some((errors) => errors.length > 0)

/** What a form says in words: an uploaded file is no field of a sign-in. */
export function textsOf(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(options)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"))
}

/** Adds cookies to an answer of the framework, which no cache may keep from then on. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  if (cookies.length === 0) return response
  const answer = new Response(response.body, response) // headers of a fetched answer are immutable
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie)
  answer.headers.set("cache-control", "private, no-store")
  return answer
}
