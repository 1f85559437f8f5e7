import * as v from "valibot"
import type { AdapterAccount } from "../../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"

type KeyOwner = Pick<AdapterAccount, "userId" | "provider" | "providerAccountId">

/** 100 years in seconds. The tokens decide how long their key is of use. */
const MAX_AGE = 100 * 365 * 24 * 60 * 60
/** Accounts belong to a database, which several sites may share. */
const EVERY_SITE = { url: "" }

const keyClaims = v.object({ key: v.string(), user: v.string(), account: v.string() })

/** Returns the field that stores the key of an account's tokens (DPoP), sealed for that account of that user. */
export async function dpopKeyField(
  settings: Settings,
  owner: KeyOwner,
  key: string | undefined,
): Promise<{ dpop_key?: string }> {
  return key === undefined ? {} : { dpop_key: await sealValue({ key, ...claimsFor(owner) }, sealOptions(settings)) }
}

/**
 * Returns the key that an account's tokens are bound to. Returns `undefined` for bearer tokens, and if none of the
 * configuration's secrets opens the key, or it belongs to another account or user.
 */
export async function openDpopKey(settings: Settings, stored: AdapterAccount): Promise<string | undefined> {
  const { dpop_key: sealed, token_type: type } = stored
  if (typeof sealed !== "string" || type === "bearer") return undefined // a key of earlier tokens
  const { success, output } = v.safeParse(keyClaims, await openValue(sealed, sealOptions(settings)))
  const { user, account } = claimsFor(stored)
  return success && output.user === user && output.account === account ? output.key : undefined
}

function claimsFor({ userId, provider, providerAccountId }: KeyOwner) {
  return { user: userId, account: JSON.stringify([provider, providerAccountId]) }
}

function sealOptions(settings: Settings) {
  return { ...sealOptionsFor({ settings, site: EVERY_SITE }, "dpop key"), maxAge: MAX_AGE }
}
