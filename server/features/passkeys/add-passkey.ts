import { emailMethodChanged } from "../../core/mailbox/method-emails.ts"
import { emitEvent } from "../../core/request/emit.ts"
import { versionCookie } from "../../core/request/version-cookie.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { Adapter, AdapterAuthenticator, AdapterUser } from "../../adapters/contract.ts"
import type { Account } from "../../types.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import { AuthError, WebAuthnVerificationError } from "../../errors.ts"
import type { VerifiedIdentity } from "../../core/users/types.ts"
import { checkReturn } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { isSignedIn } from "../../core/users/users.ts"
import { atomically } from "../../core/users/atomically.ts"
import { storeAuthenticator } from "../../core/methods/authenticators.ts"
import { storePasskey } from "../../core/methods/passkeys.ts"
import { base64ToBase64url } from "../../core/crypto/bytes.ts"

/** Stores a passkey of a signed-in user, and keeps the session. */
export async function finishRegistration(context: ActionContext, verified: VerifiedIdentity): Promise<Outcome> {
  const { linked } = await addPasskey(context, verified)
  await emitEvent(context, "linkAccount", linked)
  const credentialId = base64ToBase64url(verified.newPasskey?.credentialID ?? "")
  await emailMethodChanged(context, linked.user, { kind: "passkey-added", credentialId })
  const to = await checkReturn(context, verified.callbackUrl)
  return { kind: "redirect", to, cookies: [...verified.cookies, versionCookie(context)] }
}

/** The message of the `linkAccount` event. */
interface AddedPasskey {
  linked: { account: Account; user: AdapterUser; profile: AdapterUser }
}

/** Stores a passkey that the signed-in user adds. */
async function addPasskey(
  context: ActionContext,
  { owner, newPasskey, identity: { account } }: VerifiedIdentity,
): Promise<AddedPasskey> {
  const adapter = requireAdapter(context.settings.adapter, "`Passkey()`")
  if (!owner || !newPasskey) throw new AuthError("SessionRequired", "Only a signed-in user can add a passkey")
  const { aaguid, ...passkey } = newPasskey
  await atomically(adapter, `ways\n${owner.id}`, (within) => storePasskey(within, passkey, account))
  if (!(await isSignedIn(context, owner.id))) await undoAdd(adapter, passkey, account)
  await storeAuthenticator(context, account.provider, { ...passkey, aaguid })
  return { linked: { account, user: owner, profile: owner } }
}

// Proof of the mailbox removes earlier sign-in methods (see `reclaim.ts`). If it came in between, it did not see this
// passkey
async function undoAdd(
  adapter: Adapter,
  { credentialID }: AdapterAuthenticator,
  { provider, providerAccountId }: Account,
): Promise<never> {
  // The account first: without it the passkey opens nothing, even if the adapter can't delete passkeys
  await requireOperation(adapter, "unlinkAccount")({ provider, providerAccountId })
  await requireOperation(adapter, "deleteAuthenticator")(credentialID)
  throw new WebAuthnVerificationError("The user was signed out while adding the passkey")
}
