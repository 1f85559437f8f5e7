import type { JWT } from "./jwt-types.ts"
import type { Keyring } from "./keyring.ts"
import { openClaims, sealClaims, type OpenOptions, type SealOptions } from "./jwt.ts"

/** What a service has in hand to seal with. */
interface Sealer {
  readonly keyring: Keyring
  /** Milliseconds since the epoch. */
  now(): number
}

/** What values of one purpose, which `salt` names, are sealed and opened with at this moment. */
export function sealingOf(sealer: Sealer, salt: string): OpenOptions {
  return { keyring: sealer.keyring, salt, now: Math.floor(sealer.now() / 1000) }
}

/** Seals a small value for a cookie or a URL. `salt` names its purpose: what is sealed for one opens for no other. */
export function sealValue(value: object, options: SealOptions): Promise<string> {
  return sealClaims({ ...value }, options)
}

/** Opens what {@link sealValue} sealed; null for anything else and after its time. */
export async function openValue(text: string | undefined, options: OpenOptions): Promise<JWT | null> {
  return text ? openClaims(text, options) : null
}
