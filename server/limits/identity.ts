import type { CredentialField } from "../../client/contract.ts"
import { asError, AuthError } from "../errors.ts"
import { inTime } from "../in-time.ts"
import type { CredentialsConfig, EmailConfig } from "../providers/types.ts"
import type { Routed } from "../routed.ts"

/** The user that a sign-in is for, as far as the browser said. */
export interface SignInIdentity {
  /** As typed, each with the provider's id in front. */
  identifiers: readonly string[]
  /** A text that changes with the user's password; `null` if the app knows no such user. */
  version(): Promise<string | null>
}

/** Fields that name a user, by their name or by what a browser fills in. A company's name is that of all its users. */
const NAMING = /user|e-?mail|login|phone|^tel|handle|identifier/i

/** Undeclared fields that name no user: secrets, and the fields of Latchkit's own forms. */
const UNNAMING = /pass|pwd|secret|token|^pin$|^code$|^otp|^callbackUrl$|^redirect|^json$|^remember$|^carry$/i

/**
 * Returns the user that a credentials form is for: every declared field that names a user, or else the first that isn't a
 * password. An app may look its user up by any of them.
 */
export function credentialsIdentity({ body, settings }: Routed, provider: CredentialsConfig): SignInIdentity {
  const given = fieldsOf(body, provider).filter(([name, { type }]) => type !== "password" && body.fields[name])
  const naming = given.filter(([name, { type, autocomplete }]) => NAMING.test(`${name} ${type} ${autocomplete}`))
  const names = (naming.length > 0 ? naming : given.slice(0, 1)).map(([name]) => name)
  return {
    identifiers: names.map((name) => `${provider.id}|${body.fields[name]}`),
    version: async () => {
      if (!provider.passwordVersion) return ""
      const fields = given.map(([name]) => [name, body.fields[name] ?? ""] as const)
      try {
        const version: unknown = await inTime("passwordVersion", provider.passwordVersion(Object.fromEntries(fields)))
        return typeof version === "string" && version !== "" ? version : null
      } catch (thrown) {
        const err = asError(thrown)
        settings.logger.error(
          new AuthError("CallbackRouteError", `\`passwordVersion\` failed: ${err.message}`, { err }),
        )
        return null
      }
    },
  }
}

// Without declared fields, as in many Auth.js apps, any field may name the user
function fieldsOf({ fields }: Routed["body"], { credentials }: CredentialsConfig): [string, CredentialField][] {
  const declared = Object.entries(credentials ?? {}) // an app without types may leave it out
  if (declared.length > 0) return declared
  const sent = Object.keys(fields).filter((name) => !UNNAMING.test(name))
  return sent.map((name) => [name, {}])
}

/** Returns the user that an email sign-in is for. */
export function emailIdentity(provider: EmailConfig, identifier: string): SignInIdentity {
  return { identifiers: [`${provider.id}|${identifier}`], version: async () => "" }
}

/**
 * Returns one spelling for all spellings that a database may take for the same user. The default collations of MySQL and
 * MariaDB ignore case, accents and invisible characters, and take ß for ss.
 */
export function inOneSpelling(identifier: string): string {
  const bare = identifier.normalize("NFKD").replaceAll(/[\p{M}\p{C}\p{Z}]/gu, "")
  return bare.toUpperCase().toLowerCase().slice(0, 256)
}
