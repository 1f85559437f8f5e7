/**
 * Returns the texts that Auth.js may have appended to a token before hashing it. Auth.js joins the whole list of
 * secrets with commas. A list from before a rotation is the end of today's list. The first text is today's.
 */
export function hashSecrets(secrets: readonly string[]): readonly string[] {
  const lists = secrets.map((_, index) => secrets.slice(index).join(","))
  return [...new Set([...lists, ...secrets])]
}
