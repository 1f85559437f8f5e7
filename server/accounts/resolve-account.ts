import type { User } from "../../client/contract.ts"
import type { Account } from "../types.ts"
import { sha256 } from "../crypto/hash.ts"
import type { VerifiedIdentity, ResolvedAccount } from "./types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { atomically } from "./atomically.ts"
import { resolveByEmail } from "./by-email.ts"
import { evictUnverified } from "./reclaim.ts"
import { normalizeEmail } from "../providers/email-address.ts"
import { requireSameUser } from "./revalidate.ts"
import { resolveWithAdapter } from "./with-adapter.ts"

/** Finds or makes the user an identity belongs to. Without an adapter, and with credentials, the profile is the user. */
export async function resolveAccount(context: ActionContext, verified: VerifiedIdentity): Promise<ResolvedAccount> {
  const { identity, owner } = verified
  const { account } = identity
  const { adapter } = context.settings
  if (owner) return { user: owner, account, isNewUser: false, happened: [] }
  if (adapter && account.type !== "credentials") {
    const resolve = account.type === "email" ? resolveByEmail : resolveWithAdapter
    // Read now and remembered: asked for within a transaction, it would wait for the connection that the transaction has
    await context.reading()
    const resolved = await atomically(adapter, lockKey(identity), (transaction) =>
      resolve(context, transaction, verified),
    )
    if (resolved.claimed) await evictUnverified(context.settings, adapter, resolved.claimed)
    await requireSameUser(context, adapter, { linkTo: verified.linkTo, settled: resolved })
    return resolved
  }
  // The app knows its own users: callbacks and events get what `authorize` returned, unchanged
  if (account.type === "credentials") return { user: identity.user as User, account, isNewUser: false, happened: [] } // it came as one
  const { emailVerified: _, ...user } = identity.user
  // A provider's id could be that of an app's user, or another provider's
  return { user: { ...user, id: await pseudonymousId(account) }, account, isNewUser: false, happened: [] }
}

/** Whose turn a sign-in waits for: that of the same address, or else of the same account. */
export function lockKey({ user, account }: VerifiedIdentity["identity"]): string {
  return normalizeEmail(user.email) ?? `${account.provider}\n${account.providerAccountId}`
}

/** One id for a person at a provider, the same at each visit, and nobody else's: a UUID (RFC 9562, section 5.8). */
async function pseudonymousId({ provider, providerAccountId }: Account): Promise<string> {
  const digest = await sha256(JSON.stringify([provider, providerAccountId]))
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? []
  return [a, b, `8${c}`, `8${d}`, e].join("-")
}
