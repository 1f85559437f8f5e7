/** The one form in which an address is compared and stored: NFC, lower case, without space around; null for a blank one. */
export function normalEmail(email: unknown): string | null {
  if (typeof email !== "string") return null
  return email.normalize("NFC").trim().toLowerCase() || null
}
