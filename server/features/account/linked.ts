import type { AccountErrorCode, LinkedAccount } from "../../../client/account-contract.ts"
import type { Adapter, AdapterAccount } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import type { Settings } from "../../core/config/settings.ts"
import { hmac } from "../../core/crypto/bytes.ts"
import type { AccountRequest } from "../../core/methods/feature.ts"
import { REMOVAL_ERRORS, removeSignInMethod } from "../../core/methods/remove-method.ts"
import {
  type UserCredentials,
  accountMethod,
  isRemovable,
  type SignInMethod,
} from "../../core/methods/sign-in-methods.ts"
import { emailRemovedMethod } from "../../core/mailbox/method-emails.ts"
import { forgetUnlinked, markUnlinked } from "../../core/users/unlinked.ts"

/** Returns the linked accounts that the user may see, or `null` if the adapter can't list them. */
export async function linkedAccounts(
  settings: Settings,
  { accounts }: UserCredentials,
  methods: readonly SignInMethod[],
): Promise<LinkedAccount[] | null> {
  return accounts && Promise.all(accounts.map((account) => toLinkedAccount(settings, account, methods)))
}

/** `POST account` with `unlink`: unlinks an account of the user, by the id that {@link linkedAccounts} returned. */
export async function unlinkUserAccount({
  context,
  userId,
  id,
}: AccountRequest): Promise<AccountErrorCode | undefined> {
  const match: { account?: AdapterAccount } = {}
  const removal = await removeSignInMethod(context, userId, async ({ accounts }) => {
    for (const account of accounts ?? []) {
      if ((await linkedAccountId(context.settings, account)) !== id) continue
      match.account = account
      return toRemovable(context.settings, userId, account)
    }
    return undefined
  })
  if (removal === "removed" && match.account) {
    const { provider, providerAccountId } = match.account
    await emailRemovedMethod(context, userId, { kind: "account-unlinked", account: { provider, providerAccountId } })
  }
  return REMOVAL_ERRORS[removal]
}

function toRemovable(settings: Settings, userId: string, account: AdapterAccount) {
  const { provider, providerAccountId } = account
  return {
    method: accountMethod(account),
    async remove(adapter: Adapter) {
      await markUnlinked(settings, adapter, { userId, account })
      await requireOperation(adapter, "unlinkAccount")({ provider, providerAccountId })
    },
    async restore(adapter: Adapter) {
      await requireOperation(adapter, "linkAccount")(account)
      await forgetUnlinked(settings, adapter, { userId, account })
    },
  }
}

async function toLinkedAccount(
  settings: Settings,
  account: AdapterAccount,
  methods: readonly SignInMethod[],
): Promise<LinkedAccount> {
  const { provider, type } = account
  return {
    id: await linkedAccountId(settings, account),
    provider,
    name: settings.providers.get(provider)?.name ?? provider,
    type,
    label: storedLabel(account),
    removable: isRemovable(methods, accountMethod(account)),
  }
}

// A provider's account id is often public, so an unkeyed hash of it could be guessed
function linkedAccountId({ secrets }: Settings, { userId, provider, providerAccountId }: AdapterAccount) {
  return hmac(secrets[0] ?? "", "account id", JSON.stringify([userId, provider, providerAccountId]))
}

function storedLabel({ label, proven_email: email }: AdapterAccount): string | null {
  const accountLabel = label ?? email
  return typeof accountLabel === "string" ? accountLabel : null
}
