import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import { required } from "../adapters/required.ts"
import { AuthError } from "../errors.ts"
import type { Identified } from "../identify/index.ts"
import type { Routed } from "../routed.ts"
import { claim } from "./claim.ts"
import type { Settled } from "./settle.ts"
import { createUser, sameId, userByEmail } from "./stored.ts"

/** The user whose mailbox was just proven: the one with that address, or a new one. */
export async function settleByEmail(routed: Routed, adapter: Adapter, { identity }: Identified): Promise<Settled> {
  const email = identity.account.providerAccountId
  const found = await userByEmail(adapter, email)
  const verified = new Date(routed.settings.now())
  if (!found) {
    const user = await createUser(adapter, {}, { email, emailVerified: verified })
    return settled(user, { identity, isNewUser: true, happened: [{ name: "createUser", message: { user } }] })
  }
  if (found.emailVerified) return settled(found, { identity, isNewUser: false, happened: [] })
  const claimed = await claim(routed, adapter, found)
  const user = await required(adapter, "updateUser")({ id: found.id, emailVerified: verified })
  if (!sameId(user.id, found.id)) throw new AuthError("AdapterError", "updateUser answered another user")
  const happened: Settled["happened"] = [{ name: "updateUser", message: { user } }]
  return { ...settled(user, { identity, isNewUser: false, happened }), ...(claimed && { claimed: found }) }
}

function settled(
  user: AdapterUser,
  { identity, ...rest }: Pick<Settled, "isNewUser" | "happened"> & Pick<Identified, "identity">,
): Settled {
  return { user, account: { ...identity.account, userId: user.id }, ...rest }
}
