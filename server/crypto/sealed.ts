import type { JWT } from "./jwt-types.ts"
import { openClaims, sealClaims, type OpenOptions, type SealOptions } from "./jwt.ts"

/** Seals a small value for a cookie or a URL. `salt` names its purpose: what is sealed for one opens for no other. */
export function sealValue(value: object, options: SealOptions): Promise<string> {
  return sealClaims({ ...value }, options)
}

/** Opens what {@link sealValue} sealed; null for anything else and after its time. */
export async function openValue(text: string | undefined, options: OpenOptions): Promise<JWT | null> {
  return text ? openClaims(text, options) : null
}
