import { isBoundToSite, type SealedPurpose } from "./bindings.ts"
import { openJwe } from "./jwe.ts"
import { openClaims, sealClaims, type OpenOptions, type SealOptions } from "./jwt.ts"
import type { JWT } from "./jwt-types.ts"
import type { Keyring } from "./keyring.ts"

/** The part of a request that sealing needs. */
interface SealContext {
  readonly settings: {
    readonly keyring: Keyring
    /** Milliseconds since the epoch. */
    now(): number
  }
  readonly site: { readonly url: string }
}

interface SiteBinding {
  /** URL of the site that the value is for. `undefined` if it may be opened at another site. */
  site: string | undefined
}

/**
 * Returns the options to seal and open values of one purpose, as the table of bindings defines. A value opens for no
 * other purpose, because `salt` is part of the key, and at no other site unless the table allows it.
 */
export function sealOptionsFor(
  { settings, site }: SealContext,
  purpose: SealedPurpose,
  salt: string = purpose,
): OpenOptions & SiteBinding {
  const now = Math.floor(settings.now() / 1000)
  return { keyring: settings.keyring, salt, now, site: isBoundToSite(purpose) ? site.url : undefined }
}

/** Seals a small value for a cookie or a URL. */
export function sealValue(value: object, { site, ...options }: SealOptions & SiteBinding): Promise<string> {
  return sealClaims(site === undefined ? { ...value } : { ...value, aud: site }, options)
}

/**
 * Opens what {@link sealValue} sealed. Returns `null` if it has expired, is for another site, or wasn't sealed here.
 */
export async function openValue(
  text: string | undefined,
  { site, ...options }: OpenOptions & SiteBinding,
): Promise<JWT | null> {
  const claims = text ? await openClaims(text, options) : null
  if (!claims || site === undefined) return claims
  const { aud, ...value } = claims
  return aud === site ? value : null
}

/** Returns whether the keyring's first secret sealed `text`, so that it survives the removal of the other secrets. */
export async function isSealedByFirst(
  text: string,
  { keyring, salt }: Pick<OpenOptions, "keyring" | "salt">,
): Promise<boolean> {
  const keys = await keyring.keys(salt)
  return (await openJwe(text, keys.slice(0, 1))) !== null
}
