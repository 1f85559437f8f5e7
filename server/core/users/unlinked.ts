import type { AccountKey, Adapter } from "../../adapters/contract.ts"
import { hasAccountRecords } from "../../adapters/required.ts"
import { sha256 } from "../crypto/bytes.ts"
import type { Settings } from "../config/settings.ts"

const KIND = "unlinked-account"

interface Unlinked {
  userId: string
  account: AccountKey
}

const recordId = ({ userId, account: { provider, providerAccountId } }: Unlinked) =>
  sha256(JSON.stringify([KIND, userId, provider, providerAccountId]))

// Within a transaction, its own adapter: another connection would wait for it
const storeIn = (settings: Settings, adapter: Adapter): Adapter =>
  hasAccountRecords(adapter) ? adapter : (settings.adapter ?? {})

/**
 * Stores that a user unlinked an account, so that the address alone doesn't link it again. Without account records it
 * does nothing.
 */
export async function markUnlinked(settings: Settings, adapter: Adapter, unlinked: Unlinked): Promise<void> {
  const { userId } = unlinked
  const record = { kind: KIND, id: await recordId(unlinked), userId, data: "{}", expires: null } as const
  await storeIn(settings, adapter).createAccountRecord?.(record)
}

/** Returns whether the user unlinked this account, and didn't link it again since. */
export async function wasUnlinked(settings: Settings, adapter: Adapter, unlinked: Unlinked): Promise<boolean> {
  return Boolean(await storeIn(settings, adapter).getAccountRecord?.(KIND, await recordId(unlinked)))
}

/** Forgets that the user unlinked an account, because they linked it again. */
export async function forgetUnlinked(settings: Settings, adapter: Adapter, unlinked: Unlinked): Promise<void> {
  await storeIn(settings, adapter).takeAccountRecord?.(KIND, await recordId(unlinked))
}
