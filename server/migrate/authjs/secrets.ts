/**
 * What Auth.js put behind a token before it hashed it. It writes the whole list of secrets into one text, so several secrets
 * stand there with commas between; the lists that a rotation left behind are endings of today's. The first is today's.
 */
export function hashSecrets(secrets: readonly string[]): readonly string[] {
  const lists = secrets.map((_, index) => secrets.slice(index).join(","))
  return [...new Set([...lists, ...secrets])]
}
