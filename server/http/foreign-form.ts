const UNSAFE_METHODS = new Set(["POST", "PUT", "PATCH", "DELETE"])
/**
 * Media types that a page can post to another site without a CORS preflight. SvelteKit's own forms use the last one.
 */
const FORM_CONTENT_TYPES = new Set([
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "application/x-sveltekit-formdata",
])

/**
 * Returns whether a page of another site posted this form. The cookies then don't prove that the user wanted to send
 * it.
 * A request without `Origin` and `Sec-Fetch-Site` comes from a program, not from the user's browser.
 *
 * @param origins the origins whose forms the app accepts
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header)
 */
export function isCrossSiteFormPost({ method, headers }: Request, origins: readonly string[]): boolean {
  const [type = ""] = (headers.get("content-type") ?? "").split(";")
  const isForm = type.trim() === "" || FORM_CONTENT_TYPES.has(type.trim().toLowerCase())
  if (!isForm || !UNSAFE_METHODS.has(method)) return false
  const origin = headers.get("origin")
  const relation = headers.get("sec-fetch-site")
  if (relation === "same-origin") return false
  if (origin !== null) return !origins.includes(origin)
  return relation === "cross-site" || relation === "same-site"
}
