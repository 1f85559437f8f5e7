import * as v from "valibot"
import type { Bytes } from "../crypto/bytes.ts"
import { createKeyring, type Keyring } from "../crypto/keyring.ts"
import { isSealedByFirst, openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import { base32, fromBase32 } from "./base32.ts"

/** A secret that an earlier version sealed: with a data key of its own, which the configuration's secret sealed. */
const wrappedSecret = v.object({ key: v.string(), secret: v.string() })

/** The sealed secret of a factor. */
export const sealedSecret = v.union([v.string(), wrappedSecret])

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

/** A secret, and the session or sign-in that enrolled it. */
interface FactorSecret {
  secret: Bytes
  enrolledIn: string
}

/** 100 years in seconds. The record decides how long a factor lives. */
const MAX_AGE = 100 * 365 * 24 * 60 * 60
/** Factors belong to a database, which several sites may share. */
const EVERY_SITE = { url: "" }

const dataKeyClaims = v.object({ dataKey: v.string(), sub: v.string(), factor: v.string() })
const secretClaims = v.object({ secret: v.string(), sub: v.string(), factor: v.string(), enrolledIn: v.string() })

/** Seals the secret of a factor for its owner, with the configuration's first secret. */
export function sealSecret(
  settings: SealSettings,
  { userId, factorId, enrolledIn, secret }: SecretOwner & FactorSecret,
): Promise<string> {
  return sealValue({ secret: base32(secret), sub: userId, factor: factorId, enrolledIn }, sealing(settings))
}

/**
 * Opens the secret of a factor. Returns `undefined` if none of the configuration's secrets sealed it, or if it belongs to
 * another factor or user.
 */
export async function openSecret(
  settings: SealSettings,
  sealed: SealedSecret,
  owner: SecretOwner,
): Promise<FactorSecret | undefined> {
  const isWrapped = typeof sealed !== "string"
  const claims = isWrapped ? await openWrapped(settings, sealed, owner) : await openValue(sealed, sealing(settings))
  const { success, output } = v.safeParse(secretClaims, claims)
  if (!success || !isOwned(output, owner)) return undefined
  const bytes = fromBase32(output.secret)
  return bytes ? { secret: bytes, enrolledIn: output.enrolledIn } : undefined
}

/**
 * Seals a secret again with the configuration's first secret, so that the other secrets can be removed. Returns the
 * sealed secret itself if that was done already, and `undefined` if none of the secrets opens it.
 */
export async function resealSecret(
  settings: SealSettings,
  sealed: SealedSecret,
  owner: SecretOwner,
): Promise<SealedSecret | undefined> {
  const opened = await openSecret(settings, sealed, owner)
  if (!opened) return undefined
  return (await isCurrentSeal(settings, sealed)) ? sealed : sealSecret(settings, { ...owner, ...opened })
}

/** Returns whether the configuration's first secret sealed the secret of a factor that was opened before. */
export async function isCurrentSeal(settings: SealSettings, sealed: SealedSecret): Promise<boolean> {
  if (typeof sealed !== "string") return false
  return settings.keyring.secrets.length === 1 || isSealedByFirst(sealed, sealing(settings))
}

async function openWrapped(
  settings: SealSettings,
  { key, secret }: v.InferOutput<typeof wrappedSecret>,
  owner: SecretOwner,
) {
  const { success, output } = v.safeParse(dataKeyClaims, await openValue(key, optionsFor(settings, "factor key")))
  if (!success || !isOwned(output, owner)) return null
  return openValue(secret, sealing({ ...settings, keyring: createKeyring([output.dataKey]) }))
}

function isOwned(claims: { sub: string; factor: string }, { userId, factorId }: SecretOwner): boolean {
  return claims.sub === userId && claims.factor === factorId
}

function sealing(settings: SealSettings) {
  return { ...optionsFor(settings, "factor secret"), maxAge: MAX_AGE }
}

function optionsFor({ keyring, now }: SealSettings, purpose: "factor key" | "factor secret") {
  return sealOptionsFor({ settings: { keyring, now }, site: EVERY_SITE }, purpose)
}
