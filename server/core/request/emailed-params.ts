import type { AuthRequest } from "./auth-request.ts"

/** Text around a link that some mail programs take as its end. */
const AROUND = /[\s.,;:!?'"<>()[\]{}]+$/
/** The same, and the `=` at the end of a line in quoted-printable. */
const AROUND_OR_EQUALS = /[\s.,;:!?'"<>()[\]{}=]+$/

/**
 * Returns the parameters of an emailed link as they were sent. Some mail programs write its `&` as `&amp;`, or take the
 * text that follows as a part of it.
 */
export function emailedParams({ query, action }: Pick<AuthRequest, "query" | "action">): URLSearchParams {
  const params = [...query].map(([name, value]): [string, string] => [name.replace(/^amp;/i, ""), value])
  const [name, value = ""] = params.pop() ?? []
  if (name === undefined) return query
  // Only the token of a magic link may be the app's own, and so end with `=`
  const around = action === "callback" && name === "token" ? AROUND : AROUND_OR_EQUALS
  return new URLSearchParams([...params, [name, value.replace(around, "")]])
}
