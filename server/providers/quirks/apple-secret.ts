import { importPKCS8, SignJWT } from "jose"

const AUDIENCE = "https://appleid.apple.com"

export interface AppleKey {
  teamId: string
  keyId: string
  /** PKCS#8 in PEM. It may contain `\n` as two characters, as environment variables do. */
  privateKey: string
}

export interface SecretTerms {
  clientId: string
  /** Seconds since the epoch. */
  issuedAt: number
  /** Seconds. */
  lifetime: number
}

/** Signs Apple's client secret with the team's key. */
export async function signClientSecret(
  { teamId, keyId, privateKey }: AppleKey,
  { clientId, issuedAt, lifetime }: SecretTerms,
): Promise<string> {
  const key = await importPKCS8(privateKey.replaceAll("\\n", "\n"), "ES256")
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetime)
    .sign(key)
}
