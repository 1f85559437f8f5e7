import type { User } from "../../client/contract.ts"
import type { Account } from "../types.ts"
import { sha256 } from "../crypto/hash.ts"
import type { Identified, Settled } from "./types.ts"
import type { Routed } from "../sessions/action-context.ts"
import { atomically } from "./atomically.ts"
import { settleByEmail } from "./by-email.ts"
import { evictUnverified } from "./reclaim.ts"
import { normalEmail } from "../providers/email-address.ts"
import { mustStillBeSignedIn } from "./revalidate.ts"
import { settleWithAdapter } from "./with-adapter.ts"

/** Finds or makes the user an identity belongs to. Without an adapter, and with credentials, the profile is the user. */
export async function settleAccount(routed: Routed, identified: Identified): Promise<Settled> {
  const { identity, owner } = identified
  const { account } = identity
  const { adapter } = routed.settings
  if (owner) return { user: owner, account, isNewUser: false, happened: [] }
  if (adapter && account.type !== "credentials") {
    const settle = account.type === "email" ? settleByEmail : settleWithAdapter
    // Read now and remembered: asked for within a transaction, it would wait for the connection that the transaction has
    await routed.reading()
    const settled = await atomically(adapter, turnOf(identity), (within) => settle(routed, within, identified))
    if (settled.claimed) await evictUnverified(routed.settings, adapter, settled.claimed)
    await mustStillBeSignedIn(routed, adapter, { linkTo: identified.linkTo, settled })
    return settled
  }
  // The app knows its own users: callbacks and events get what `authorize` returned, unchanged
  if (account.type === "credentials") return { user: identity.user as User, account, isNewUser: false, happened: [] } // it came as one
  const { emailVerified: _, ...user } = identity.user
  // A provider's id could be that of an app's user, or another provider's
  return { user: { ...user, id: await personId(account) }, account, isNewUser: false, happened: [] }
}

/** Whose turn a sign-in waits for: that of the same address, or else of the same account. */
export function turnOf({ user, account }: Identified["identity"]): string {
  return normalEmail(user.email) ?? `${account.provider}\n${account.providerAccountId}`
}

/** One id for a person at a provider, the same at each visit, and nobody else's: a UUID (RFC 9562, section 5.8). */
async function personId({ provider, providerAccountId }: Account): Promise<string> {
  const digest = await sha256(JSON.stringify([provider, providerAccountId]))
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? []
  return [a, b, `8${c}`, `8${d}`, e].join("-")
}
