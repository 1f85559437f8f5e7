import * as v from "valibot"
import { base64url, fromBase64url, randomBytes, type Bytes } from "../crypto/bytes.ts"
import { createKeyring, type Keyring } from "../crypto/keyring.ts"
import { isSealedByFirst, openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import { base32, fromBase32 } from "./base32.ts"

/** The secret of a factor, sealed with a data key of its own. The configuration's secret wraps only the data key. */
export const sealedSecret = v.object({ key: v.string(), secret: v.string() })

export type SealedSecret = v.InferOutput<typeof sealedSecret>

/** The settings that sealing needs. */
export interface SealSettings {
  readonly keyring: Keyring
  /** Milliseconds since the epoch. */
  now(): number
}

/** The factor that a secret belongs to. A secret opens for no other one. */
interface SecretOwner {
  userId: string
  factorId: string
}

/** 100 years in seconds. The record decides how long a factor lives. */
const MAX_AGE = 100 * 365 * 24 * 60 * 60
/** Factors belong to a database, which several sites may share. */
const EVERY_SITE = { url: "" }

const dataKeyClaims = v.object({ dataKey: v.string(), sub: v.string(), factor: v.string() })
const secretClaims = v.object({ secret: v.string(), sub: v.string(), factor: v.string() })

/** Seals the secret of a factor with a new data key, which the configuration's first secret wraps. */
export async function sealSecret(
  settings: SealSettings,
  { userId, factorId, secret }: SecretOwner & { secret: Bytes },
): Promise<SealedSecret> {
  const dataKey = base64url(randomBytes(32))
  const owner = { sub: userId, factor: factorId }
  return {
    key: await sealValue({ dataKey, ...owner }, dataKeyOptions(settings)),
    secret: await sealValue({ secret: base32(secret), ...owner }, optionsWithKey(settings, dataKey)),
  }
}

/**
 * Opens the secret of a factor. Returns `undefined` if none of the configuration's secrets wrapped its data key, or if
 * it belongs to another factor or user.
 */
export async function openSecret(
  settings: SealSettings,
  { key, secret }: SealedSecret,
  owner: SecretOwner,
): Promise<Bytes | undefined> {
  const dataKey = await openDataKey(settings, key, owner)
  if (dataKey === undefined) return undefined
  const claims =
    (await openValue(secret, optionsWithKey(settings, dataKey))) ?? (await openDerived(settings, secret, dataKey))
  const { success, output } = v.safeParse(secretClaims, claims)
  return success && isOwned(output, owner) ? (fromBase32(output.secret) ?? undefined) : undefined
}

/**
 * Wraps the data key with the configuration's first secret, so that the other secrets can be removed. Returns the
 * sealed secret itself if that was done already, and `undefined` if none of the secrets opens it.
 */
export async function rewrapSecret(
  settings: SealSettings,
  sealed: SealedSecret,
  owner: SecretOwner,
): Promise<SealedSecret | undefined> {
  const dataKey = await openDataKey(settings, sealed.key, owner)
  if (dataKey === undefined) return undefined
  if (await isWrappedByFirst(settings, sealed)) return sealed
  const claims = { dataKey, sub: owner.userId, factor: owner.factorId }
  return { ...sealed, key: await sealValue(claims, dataKeyOptions(settings)) }
}

/** Returns whether the configuration's first secret wraps the data key of a factor that was opened before. */
export async function isWrappedByFirst(settings: SealSettings, { key }: SealedSecret): Promise<boolean> {
  return settings.keyring.secrets.length === 1 || isSealedByFirst(key, dataKeyOptions(settings))
}

async function openDataKey(settings: SealSettings, key: string, owner: SecretOwner): Promise<string | undefined> {
  const { success, output } = v.safeParse(dataKeyClaims, await openValue(key, dataKeyOptions(settings)))
  return success && isOwned(output, owner) ? output.dataKey : undefined
}

function isOwned(claims: { sub: string; factor: string }, { userId, factorId }: SecretOwner): boolean {
  return claims.sub === userId && claims.factor === factorId
}

function dataKeyOptions(settings: SealSettings) {
  return { ...sealOptionsFor({ settings, site: EVERY_SITE }, "factor key"), maxAge: MAX_AGE }
}

// A data key is random and seals one secret, so no other key is derived from it. That would take longer than opening
// the secret
function optionsWithKey({ now }: SealSettings, dataKey: string) {
  const key = { kid: "", raw: fromBase64url(dataKey) ?? new Uint8Array() }
  return secretOptions({ keyring: { secrets: [], keys: () => [key] }, now })
}

/** Opens a secret that an earlier version sealed, with a key that was derived from the data key. */
function openDerived({ now }: SealSettings, secret: string, dataKey: string) {
  return openValue(secret, secretOptions({ keyring: createKeyring([dataKey]), now }))
}

function secretOptions(settings: SealSettings) {
  return { ...sealOptionsFor({ settings, site: EVERY_SITE }, "factor secret"), maxAge: MAX_AGE }
}
