import type { Adapter, AdapterAccount, AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import { required } from "../adapters/required.ts"
import { AuthError } from "../errors.ts"
import type { Settings } from "../config/settings.ts"
import type { Identified } from "./types.ts"
import type { Identity } from "../providers/identity.ts"
import type { ProviderConfig } from "../providers/types.ts"
import type { Routed } from "../sessions/action-context.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { boundedProfile } from "../providers/limit-profile.ts"
import { decideSignIn, type SignInDecision, type SignInFacts } from "./decide.ts"
import { normalEmail } from "../providers/email-address.ts"
import { labelOf } from "./label.ts"
import { isOfIssuer } from "./issuer.ts"
import type { Happening, Settled } from "./types.ts"
import { proveMailbox } from "./by-email.ts"
import { endorse, mayOpen } from "../sessions/reclaimed.ts"
import { isVouchedFor } from "./reclaim.ts"
import { createUser, furtherFields, isId, sameId, userByEmail, userById } from "../sessions/users.ts"
import { finishUser, isUnfinished, markedImage } from "./unfinished.ts"

/** Finds out what the database knows, decides, and carries it out; events are told by the caller, after it is stored. */
export async function settleWithAdapter(routed: Routed, adapter: Adapter, identified: Identified): Promise<Settled> {
  const { identity } = identified
  const email = normalEmail(identity.user.email)
  const facts = await factsOf(routed, adapter, { identified, email })
  const { sameEmail } = facts
  // Without transactions a parallel first visit may have made the user and not yet linked the account
  const early = !adapter.transaction && facts.sameEmail !== null && facts.owner === null
  if (early) await new Promise((resolve) => setTimeout(resolve, LINKING))
  const owner = early ? await ownerToOpen(adapter, identity) : facts.owner
  const unfinished = early && sameEmail !== null && (await isUnfinished(routed.settings, identity, sameEmail))
  const decision = decideSignIn({ ...facts, owner, unfinished })
  return carryOut(routed, adapter, { decision, identity, email })
}

/** Milliseconds that making a user and linking the account may be apart. */
const LINKING = 100

// The address first: whoever finds the user that a parallel first visit made finds the account that came with it
async function factsOf(
  { provider, settings }: Routed,
  adapter: Adapter,
  { identified: { identity, linkTo }, email }: { identified: Identified; email: string | null },
): Promise<SignInFacts> {
  const sameEmail = await userByEmail(adapter, email)
  const current = linkTo ? await userById(adapter, linkTo) : null
  const owner = await ownerToOpen(adapter, identity)
  const wanted = option(provider, "allowDangerousEmailAccountLinking")
  if (wanted && !identity.emailProven && sameEmail && !owner) warnOfMove(settings, "authjs-unverified-linking")
  const allowed = wanted && identity.emailProven
  const decided = { owner, current, sameEmail, unfinished: false }
  if (!allowed || !sameEmail || owner) return { ...decided, trustsEmail: false, provesEmail: false }
  const trustsEmail = Boolean(sameEmail.emailVerified) || (await isVouchedFor(settings, adapter, sameEmail))
  // Auth.js links such a user without a check. Under the preset this is a proof of the mailbox, as a magic link is
  return { ...decided, trustsEmail, provesEmail: settings.compat === "authjs" }
}

// Of a user that was reclaimed, an account from before no longer counts
async function ownerToOpen(adapter: Adapter, identity: Identity): Promise<AdapterUser | null> {
  const owner = await knownOwner(adapter, identity)
  if (owner === null || (await mayOpen(adapter, owner, identity))) return owner
  const { provider, providerAccountId } = identity.account
  await adapter.unlinkAccount?.({ provider, providerAccountId })
  return (await ownerOf(adapter, identity.account)) === null
    ? null
    : Promise.reject(new AuthError("OAuthAccountNotLinked", "The account was linked before its user was reclaimed"))
}

interface Decided {
  decision: SignInDecision
  identity: Identity
  email: string | null
}

async function carryOut(routed: Routed, adapter: Adapter, { decision, identity, email }: Decided): Promise<Settled> {
  const { settings } = routed
  switch (decision.kind) {
    case "refuse":
      throw new AuthError("OAuthAccountNotLinked", decision.why)
    case "use": {
      const account = ownedBy(decision.user, identity.account)
      await adapter.updateAccount?.({ ...storedFor(decision.user, identity), ...labelled(identity) })
      const known = adapter.transaction ? decision.user : await finishUser(adapter, decision.user, identity.user.image)
      const { user, happened } = option(routed.provider, "syncProfile")
        ? await synced(adapter, known, identity)
        : { user: known, happened: [] }
      return { user, account, isNewUser: false, happened }
    }
    case "link":
      return { user: decision.user, ...(await link(adapter, decision.user, { identity, email })), isNewUser: false }
    case "reclaim": {
      const { user, happened, claimed } = await proveMailbox(routed, adapter, decision.user)
      const linked = await link(adapter, user, { identity, email })
      return {
        user,
        ...linked,
        happened: [...happened, ...linked.happened],
        isNewUser: false,
        ...(claimed && { claimed }),
      }
    }
    case "finish": {
      const { account, happened } = await link(adapter, decision.user, { identity, email })
      const user = await finishUser(adapter, decision.user, boundedProfile(identity.user).image)
      return { user, account, isNewUser: true, happened: [{ name: "createUser", message: { user } }, ...happened] }
    }
    case "create": {
      const { image = null } = boundedProfile(identity.user)
      const marks = !adapter.transaction && adapter.updateUser !== undefined && email !== null
      const profile = { ...identity.user, ...(marks && { image: await markedImage(settings, identity, image) }) }
      const created = await createUser(adapter, profile, {
        ...{ email, emailVerified: null },
        // Otherwise a profile that spreads claims could set a role
        ...(settings.compat === "authjs" && { further: furtherFields(identity.user) }),
      })
      const { account, happened } = await linkNew(adapter, created, { identity, email, logger: settings.logger })
      const user = marks ? await finishUser(adapter, created, image) : created
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
  // An adapter that updates accounts keeps further keys as well; see `reclaim.ts` for what the proof is for
  const proof = identity.emailProven && email !== null ? { proven_email: email } : {}
  const further = adapter.updateAccount ? { ...proof, ...labelled(identity) } : {}
  await required(adapter, "linkAccount")({ ...storedFor(user, identity), ...further })
  await endorse(adapter, user, account)
  return { account, happened: [{ name: "linkAccount", message: { account, profile: identity.user, user } }] }
}

// Without transactions a user whose account could not be linked would hold the address for good
async function linkNew(
  adapter: Adapter,
  user: AdapterUser,
  { logger, ...facts }: Pick<Decided, "identity" | "email"> & Pick<Settings, "logger">,
): Promise<Linked> {
  try {
    return await link(adapter, user, facts)
  } catch (error) {
    // A parallel sign-in of the same user may have linked the account, or `linkAccount` threw after it wrote. Both are linked
    const owner = adapter.transaction ? null : await ownerOf(adapter, facts.identity.account)
    if (owner && sameId(owner.id, user.id)) {
      logger.debug("`linkAccount` threw, but the account is linked to the user, so the sign-in continues", { error })
      return { account: ownedBy(user, facts.identity.account), happened: [] }
    }
    if (!adapter.transaction) await Promise.resolve(adapter.deleteUser?.(user.id)).catch(() => undefined) // the first error is the one to tell
    throw error
  }
}

async function synced(
  adapter: Adapter,
  user: AdapterUser,
  identity: Identity,
): Promise<{ user: AdapterUser; happened: Happening[] }> {
  const profile = boundedProfile(identity.user)
  const changes = Object.fromEntries(
    (["name", "image"] as const)
      .filter((field) => typeof profile[field] === "string" && profile[field] !== user[field])
      .map((field) => [field, profile[field]]),
  )
  if (Object.keys(changes).length === 0) return { user, happened: [] }
  const updated = await required(adapter, "updateUser")({ id: user.id, ...changes })
  return { user: updated, happened: [{ name: "updateUser", message: { user: updated } }] }
}

function labelled(identity: Identity): { label?: string } {
  const label = labelOf(identity)
  return label === undefined ? {} : { label }
}

function storedFor(user: AdapterUser, { account, storedAccount = account }: Identity): AdapterAccount {
  return ownedBy(user, storedAccount)
}

function ownedBy(user: AdapterUser, account: Account): AdapterAccount {
  return { ...account, userId: user.id } as AdapterAccount // credentials, the one type an adapter does not keep, never come here
}

// A sub is somebody to its issuer alone (OpenID Connect Core, section 5.7): another's may have the same for somebody else
async function knownOwner(adapter: Adapter, { account, isIssuedBy }: Identity): Promise<AdapterUser | null> {
  const owner = await ownerOf(adapter, account)
  if (owner === null || (await isOfIssuer(adapter, account, isIssuedBy))) return owner
  throw new AuthError(
    "OAuthAccountNotLinked",
    `The account at ${account.provider} was linked by another issuer. Give each issuer a provider with an id of its own; ` +
      "where the provider has a new name, let its `acceptsIssuer` accept the old one",
  )
}

/** The user whom an account at a provider belongs to. */
export async function ownerOf(
  adapter: Adapter,
  { provider, providerAccountId }: Pick<Account, "provider" | "providerAccountId">,
): Promise<AdapterUser | null> {
  const owner = (await required(adapter, "getUserByAccount")({ provider, providerAccountId })) ?? null
  if (owner === null) return null
  if (!isId(owner.id)) throw new AuthError("AdapterError", "getUserByAccount answered a user without an id")
  // Ours compare byte by byte; some stores of others take one id for another, as `ada` for `ada?`
  const found = adapter.wantsTokenHashes ? undefined : await adapter.getAccount?.(providerAccountId, provider)
  if (!found || (found.provider === provider && found.providerAccountId === providerAccountId)) return owner
  throw new AuthError("AdapterError", "getUserByAccount took another account for the one that was asked for")
}

function option(provider: ProviderConfig | undefined, name: string): boolean {
  return provider !== undefined && Reflect.get(provider, name) === true
}
