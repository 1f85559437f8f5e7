import type { Row } from "../rows.ts"
import type { OAuthConfig } from "../types.ts"
import type { AppleKey, SecretTerms } from "./apple-secret.ts"

/** Seconds that a client secret is valid. Apple allows six months, but a leaked one should expire soon. */
const SECRET_LIFETIME = 3600
/** Seconds before its expiry at which a secret is replaced. */
const RENEWAL_MARGIN = 300

type MakeSecret = Extract<OAuthConfig["clientSecret"], (...given: never[]) => unknown>

/** Makes the client secret if the app passed the key for it. */
export function appleClient({
  teamId,
  keyId,
  privateKey,
}: { [Name in keyof AppleKey]?: string | undefined }): Partial<Row> {
  if (!teamId || !keyId || !privateKey) return {}
  return { clientSecret: appleClientSecret({ teamId, keyId, privateKey }) }
}

/**
 * Makes Apple's client secret, a JWT signed with the team's key, and keeps it until shortly before it expires.
 *
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function appleClientSecret({ teamId, keyId, privateKey }: AppleKey): MakeSecret {
  const makeSecret = async (terms: SecretTerms) =>
    (await import("./apple-secret.ts")).signClientSecret({ teamId, keyId, privateKey }, terms)
  const secrets = new Map<string, { secret: Promise<string>; until: number }>()
  return ({ clientId, now }) => {
    const seconds = Math.floor(now / 1000)
    const cached = secrets.get(clientId)
    if (cached !== undefined && seconds < cached.until) return cached.secret
    const secret = makeSecret({ clientId, issuedAt: seconds, lifetime: SECRET_LIFETIME })
    secrets.set(clientId, { secret, until: seconds + SECRET_LIFETIME - RENEWAL_MARGIN })
    secret.catch(() => secrets.delete(clientId)) // the caller gets the error, and the next sign-in tries again
    return secret
  }
}
