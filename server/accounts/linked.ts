import type { LinkedAccount } from "../../client/contract.ts"
import type { AdapterAccount } from "../adapters/contract.ts"
import { required } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import type { Holdings } from "./credentials.ts"
import { removeWay, type Removal } from "./remove-method.ts"
import { accountWay, isRemovable, type WayIn } from "./sign-in-methods.ts"

/** The linked accounts as their user may see them; null where the adapter cannot list them. */
export async function linkedAccounts(
  settings: Settings,
  { accounts }: Holdings,
  ways: readonly WayIn[],
): Promise<LinkedAccount[] | null> {
  return accounts && Promise.all(accounts.map((account) => linkedAccount(settings, account, ways)))
}

/** Unlinks one of a user's accounts, by the id that {@link linkedAccounts} gave it. */
export function unlink(settings: Settings, userId: string, id: string): Promise<Removal> {
  return removeWay(settings, userId, async ({ accounts }) => {
    for (const account of accounts ?? []) if ((await idOf(settings, account)) === id) return removable(account)
    return undefined
  })
}

function removable(account: AdapterAccount) {
  const { provider, providerAccountId } = account
  return {
    way: accountWay(account),
    remove: async (adapter: Parameters<typeof required>[0]) =>
      required(adapter, "unlinkAccount")({ provider, providerAccountId }),
    restore: async (adapter: Parameters<typeof required>[0]) => required(adapter, "linkAccount")(account),
  }
}

async function linkedAccount(
  settings: Settings,
  account: AdapterAccount,
  ways: readonly WayIn[],
): Promise<LinkedAccount> {
  const { provider, type } = account
  return {
    id: await idOf(settings, account),
    provider,
    name: settings.providers.get(provider)?.name ?? provider,
    type,
    label: labelIn(account),
    removable: isRemovable(ways, accountWay(account)),
  }
}

// What a provider calls its user is often public, and an id made of it alone could be made by others as well
function idOf({ secrets }: Settings, { userId, provider, providerAccountId }: AdapterAccount) {
  return hmac(secrets[0] ?? "", "account id", JSON.stringify([String(userId), provider, providerAccountId]))
}

function labelIn({ label, proven_email: email }: AdapterAccount): string | null {
  const known = label ?? email
  return typeof known === "string" ? known : null
}
