import type { Account, Adapter, AdapterAccount, AdapterUser } from "../adapters/contract.ts"
import { required } from "../adapters/required.ts"
import { AuthError } from "../errors.ts"
import type { Identified } from "../identify/index.ts"
import type { Identity, ProviderConfig } from "../providers/types.ts"
import type { Routed } from "../routed.ts"
import { decideSignIn, type SignInDecision } from "./decide.ts"
import { normalEmail } from "./email.ts"
import type { Happening, Settled } from "./settle.ts"
import { createUser, userByEmail, userById } from "./stored.ts"

/** Finds out what the database knows, decides, and carries it out; events are told by the caller, after it is stored. */
export async function settleWithAdapter(routed: Routed, adapter: Adapter, identified: Identified): Promise<Settled> {
  const { identity } = identified
  const email = normalEmail(identity.user.email)
  const owner = await ownerOf(adapter, identity.account)
  const current = identified.linkTo ? await userById(adapter, identified.linkTo) : null
  const sameEmail = await userByEmail(adapter, email)
  const trustsEmail =
    option(routed.provider, "allowDangerousEmailAccountLinking") &&
    identity.emailProven &&
    sameEmail?.emailVerified instanceof Date
  const decision = decideSignIn({ owner, current, sameEmail, trustsEmail })
  return carryOut(adapter, { decision, identity, email, sync: option(routed.provider, "syncProfile") })
}

interface Decided {
  decision: SignInDecision
  identity: Identity
  email: string | null
  sync: boolean
}

async function carryOut(adapter: Adapter, { decision, identity, email, sync }: Decided): Promise<Settled> {
  switch (decision.kind) {
    case "refuse":
      throw new AuthError("OAuthAccountNotLinked", decision.why)
    case "use": {
      const account = ownedBy(decision.user, identity.account)
      await adapter.updateAccount?.(account)
      const { user, happened } = sync
        ? await synced(adapter, decision.user, identity)
        : { user: decision.user, happened: [] }
      return { user, account, isNewUser: false, happened }
    }
    case "link":
      return { user: decision.user, ...(await link(adapter, decision.user, { identity, email })), isNewUser: false }
    case "create": {
      const user = await createUser(adapter, identity.user, { email, emailVerified: null })
      const { account, happened } = await linkNew(adapter, user, { identity, email })
      return { user, account, isNewUser: true, happened: [{ name: "createUser", message: { user } }, ...happened] }
    }
  }
}

type Linked = Pick<Settled, "account" | "happened">

async function link(
  adapter: Adapter,
  user: AdapterUser,
  { identity, email }: Pick<Decided, "identity" | "email">,
): Promise<Linked> {
  const account = ownedBy(user, identity.account)
  // An adapter that updates accounts keeps further keys as well; see `claim.ts` for what this one is for
  const proof = adapter.updateAccount && identity.emailProven && email !== null ? { proven_email: email } : {}
  await required(adapter, "linkAccount")({ ...account, ...proof })
  return { account, happened: [{ name: "linkAccount", message: { account, profile: identity.user, user } }] }
}

// Without transactions a user whose account could not be linked would hold the address for good
async function linkNew(
  adapter: Adapter,
  user: AdapterUser,
  facts: Pick<Decided, "identity" | "email">,
): Promise<Linked> {
  try {
    return await link(adapter, user, facts)
  } catch (error) {
    if (!adapter.transaction) await Promise.resolve(adapter.deleteUser?.(user.id)).catch(() => undefined) // the first error is the one to tell
    throw error
  }
}

async function synced(
  adapter: Adapter,
  user: AdapterUser,
  { user: profile }: Identity,
): Promise<{ user: AdapterUser; happened: Happening[] }> {
  const changes = Object.fromEntries(
    (["name", "image"] as const)
      .filter((field) => typeof profile[field] === "string" && profile[field] !== user[field])
      .map((field) => [field, profile[field]]),
  )
  if (Object.keys(changes).length === 0) return { user, happened: [] }
  const updated = await required(adapter, "updateUser")({ id: user.id, ...changes })
  return { user: updated, happened: [{ name: "updateUser", message: { user: updated } }] }
}

function ownedBy(user: AdapterUser, account: Account): AdapterAccount {
  return { ...account, userId: user.id } as AdapterAccount // credentials, the one type an adapter does not keep, never come here
}

async function ownerOf(adapter: Adapter, { provider, providerAccountId }: Account): Promise<AdapterUser | null> {
  const owner = (await required(adapter, "getUserByAccount")({ provider, providerAccountId })) ?? null
  if (owner === null || (typeof owner.id === "string" && owner.id !== "")) return owner
  throw new AuthError("AdapterError", "getUserByAccount answered a user without an id")
}

function option(provider: ProviderConfig | undefined, name: string): boolean {
  return provider !== undefined && Reflect.get(provider, name) === true
}
