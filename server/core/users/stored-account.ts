import type { AdapterAccount, AdapterUser } from "../../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import type { Identity } from "../../providers/identity.ts"
import type { Account } from "../../types.ts"
import { accountLabel } from "./decide.ts"
import { dpopKeyField } from "./dpop-key.ts"

/** Returns the account that an adapter stores for an identity. */
export function toStoredAccount(user: AdapterUser, { account, storedAccount = account }: Identity): AdapterAccount {
  return withUserId(user, storedAccount)
}

/** Returns what Latchkit adds to a stored account, for adapters that keep further keys. */
export async function furtherFields(
  settings: Settings,
  owner: AdapterAccount,
  identity: Identity,
): Promise<{ label?: string; dpop_key?: string }> {
  const label = accountLabel(identity)
  return { ...(label !== undefined && { label }), ...(await dpopKeyField(settings, owner, identity.dpopKey)) }
}

export function withUserId(user: AdapterUser, account: Account): AdapterAccount {
  return { ...account, userId: user.id } as AdapterAccount // credentials accounts, the one type that adapters don't store, never get here
}
