import type { ActionContext } from "../../../core/request/action-context.ts"
import { sendNotice } from "../../../core/emails/notice.ts"
import type { Adapter, AdapterUser } from "../../../adapters/contract.ts"
import type { Settings } from "../../../core/config/settings.ts"
import { base64url, randomBytes } from "../../../core/crypto/bytes.ts"
import { AuthError } from "../../../errors.ts"
import type { RequestContext } from "../../../core/request/auth-request.ts"
import { accountRecords } from "../../../core/proofs/records.ts"
import { accountMethod, loadCredentials, passkeyMethod } from "../../../core/methods/sign-in-methods.ts"
import { readUndoData, UNDO_LIFETIMES, type UndoDataFor } from "../../../core/users/undo/data.ts"
import { createUndo, isProvenAddress, openEmailUndos, type UndoLink } from "../../../core/users/undo/records.ts"

/** A stored change of the address that no link undoes yet. */
export interface PreparedUndo {
  readonly id: string
  readonly data: UndoDataFor<"email-changed">
  readonly expires: Date
}

interface AddressChange {
  user: AdapterUser
  from: string
  to: string
  /** The id of the pending change. A retry finds the record under it. */
  id: string
}

/** Stores how to undo a change of the address, before anything changes. A retry returns what is stored. */
export async function prepareEmailUndo(context: RequestContext, change: AddressChange): Promise<PreparedUndo> {
  const { settings, site } = context
  const { user, from, to, id } = change
  const userId = user.id
  const store = accountRecords(context)
  const stored = await store.getAccountRecord("undo", id)
  const storedData = stored?.userId === userId ? readUndoData(stored.data) : undefined
  const isSame = storedData?.kind === "email-changed" && storedData.from === from && storedData.to === to
  if (stored?.expires && isSame) return { id, data: storedData, expires: stored.expires }
  const at = settings.now()
  const data: UndoDataFor<"email-changed"> = {
    kind: "email-changed",
    site: site.url,
    at,
    from,
    to,
    epoch: base64url(randomBytes(12)),
    token: "", // no secret has this hash
    verified: user.emailVerified ? new Date(user.emailVerified).getTime() : null,
    ...(await credentialNames(settings, userId)),
  }
  // Without an old address there is nothing to undo, and the record only lets a retry finish
  const expires = new Date(at + (from === "" ? 60 * 60 * 1000 : UNDO_LIFETIMES["email-changed"]))
  if (await store.createAccountRecord({ kind: "undo", id, userId, data: JSON.stringify(data), expires }))
    return { id, data, expires }
  throw new AuthError("AdapterError", "The id of the record is taken")
}

/** Returns the names of a user's linked accounts and passkeys. A list is `null` if the adapter can't return it. */
async function credentialNames(
  settings: Settings,
  userId: string,
): Promise<Pick<UndoDataFor<"email-changed">, "accounts" | "passkeys">> {
  const { accounts, passkeys } = await loadCredentials(settings, settings.adapter as Adapter, userId) // a change has an adapter
  return { accounts: accounts && accounts.map(accountMethod), passkeys: passkeys && passkeys.map(passkeyMethod) }
}

/** A link to email, and the address that gets it. */
export interface AddressedLink {
  readonly email: string
  readonly link: UndoLink
}

/** Returns whether the old address was the user's. One that was never proven may belong to someone else. */
export const wasProven = (settings: Settings, user: AdapterUser, { from, verified }: PreparedUndo["data"]) =>
  isProvenAddress(settings, { ...user, email: from, emailVerified: verified === null ? null : new Date(verified) })

/**
 * Creates the links that undo a change of the address. The old address gets one if it was proven. If an older change
 * can still be undone, its address gets another link of its own, because the oldest one wins.
 */
async function emailUndoLinks(
  context: RequestContext,
  user: AdapterUser,
  { id, data }: PreparedUndo,
): Promise<AddressedLink[]> {
  const own = (await wasProven(context.settings, user, data))
    ? [{ email: data.from, link: await createUndo(context, user, data, id) }]
    : []
  const [oldest] = await openEmailUndos(context, user.id)
  if (!oldest || oldest.data.from === data.from) return own
  return [...own, { email: oldest.data.from, link: await createUndo(context, user, oldest.data) }]
}

/** Tells the old address that it was changed, with the link that undoes it. */
export async function emailAddressChanged(
  context: ActionContext,
  user: AdapterUser,
  undo: PreparedUndo,
): Promise<void> {
  for (const { email, link } of await emailUndoLinks(context, user, undo))
    sendNotice(context, email, { kind: "email-changed", ...link })
}
