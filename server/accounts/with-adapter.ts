import type { Account, Adapter, AdapterAccount, AdapterUser } from "../adapters/contract.ts"
import { required } from "../adapters/required.ts"
import { AuthError } from "../errors.ts"
import type { Identified } from "../identify/index.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { Routed } from "../routed.ts"
import { decideSignIn, type SignInDecision } from "./decide.ts"
import { normalEmail } from "./email.ts"
import type { Happening, Settled } from "./settle.ts"

/** Finds out what the database knows, decides, and carries it out; events are told by the caller, after it is stored. */
export async function settleWithAdapter(routed: Routed, adapter: Adapter, identified: Identified): Promise<Settled> {
  const { identity } = identified
  const email = normalEmail(identity.user.email)
  const owner = await ownerOf(adapter, identity.account)
  const current = identified.linkTo ? await required(adapter, "getUser")(identified.linkTo) : null
  const sameEmail = email ? verified(await required(adapter, "getUserByEmail")(email), email) : null
  const { provider } = routed
  const asked = (provider as OAuthConfig | undefined)?.allowDangerousEmailAccountLinking === true // other kinds have no such option
  const trustsEmail = asked && identity.emailProven && sameEmail?.emailVerified instanceof Date
  const decision = decideSignIn({ owner, current, sameEmail, trustsEmail })
  return carryOut(adapter, { decision, identified, email })
}

interface Decided {
  decision: SignInDecision
  identified: Identified
  email: string | null
}

async function carryOut(adapter: Adapter, { decision, identified, email }: Decided): Promise<Settled> {
  const { identity } = identified
  switch (decision.kind) {
    case "refuse":
      throw new AuthError("OAuthAccountNotLinked", decision.why)
    case "use":
      return { user: decision.user, account: ownedBy(decision.user, identity.account), isNewUser: false, happened: [] }
    case "link": {
      const linked = await link(adapter, decision.user, identified)
      return { user: decision.user, ...linked, isNewUser: false }
    }
    case "create": {
      const user = await create(adapter, identified, email)
      const { account, happened } = await link(adapter, user, identified)
      return { user, account, isNewUser: true, happened: [{ name: "createUser", message: { user } }, ...happened] }
    }
  }
}

// Only declared fields are stored: a profile that spreads claims must not set a role, an id or a verification date
async function create(adapter: Adapter, { identity }: Identified, email: string | null): Promise<AdapterUser> {
  const { name, image } = identity.user
  const id = crypto.randomUUID()
  return required(adapter, "createUser")({ id, name: name ?? null, image: image ?? null, email: email ?? "", emailVerified: null })
}

async function link(adapter: Adapter, user: AdapterUser, { identity }: Identified) {
  const account = ownedBy(user, identity.account)
  await required(adapter, "linkAccount")(account)
  const happened: Happening[] = [{ name: "linkAccount", message: { account, profile: identity.user, user } }]
  return { account, happened }
}

function ownedBy(user: AdapterUser, account: Account): AdapterAccount {
  return { ...account, userId: user.id } as AdapterAccount // credentials, the one type an adapter does not keep, never come here
}

async function ownerOf(adapter: Adapter, { provider, providerAccountId }: Account): Promise<AdapterUser | null> {
  return (await required(adapter, "getUserByAccount")({ provider, providerAccountId })) ?? null
}

// A database whose collation takes one address for another must not hand out the other's user
function verified(user: AdapterUser | null | undefined, email: string): AdapterUser | null {
  return user && normalEmail(user.email) === email ? user : null
}
