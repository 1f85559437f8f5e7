const UNSAFE_METHODS = new Set(["POST", "PUT", "PATCH", "DELETE"])
/** Types that a page can send to another site without asking it first. SvelteKit sends the last one with its own forms. */
const FORM_CONTENT_TYPES = new Set([
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "application/x-sveltekit-formdata",
])

/**
 * Whether a page of another site sent this form, so that its cookies prove nothing about what the user wants. A request without
 * `Origin` and `Sec-Fetch-Site` comes from a program, which has no cookies of the user.
 *
 * @param origins those whose forms the app accepts
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
