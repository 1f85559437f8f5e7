import type { CredentialsConfig } from "../../providers/types.ts"

/** The user who confirms, as far as the session or the adapter knows them. */
export interface ConfirmUser {
  readonly id: string
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
}

const PASSWORD_FIELD = "password"
const EMAIL_FIELD = /e-?mail/i

/**
 * Returns the user's own values for the fields of a credentials form that name a user. Returns `undefined` if the form
 * declares no password, or the user has none of its identifiers. A field other than an email is a property of the user.
 */
export function ownIdentifiers(
  { credentials = {} }: CredentialsConfig,
  user: ConfirmUser,
): Record<string, string> | undefined {
  if (!Object.hasOwn(credentials, PASSWORD_FIELD)) return undefined
  const own = Object.entries(credentials).flatMap(([name, { type, autocomplete }]): [string, string][] => {
    if (type === "password" || name === PASSWORD_FIELD) return []
    const value: unknown = EMAIL_FIELD.test(`${name} ${type} ${autocomplete}`)
      ? user.email
      : Object.hasOwn(user, name) && Reflect.get(user, name)
    return typeof value === "string" && value !== "" ? [[name, value]] : []
  })
  return own.length > 0 ? Object.fromEntries(own) : undefined
}
