import { addressHolder } from "../users/unfinished.ts"
import type { Settings } from "../config/settings.ts"
import { pageUrl } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import { reservedUntil } from "../users/reserved-address.ts"
import { isSameId } from "../users/users.ts"
import { sendLater } from "./account-email.ts"

/** Why an address can't be used: another user has it, or had it less than 7 days ago. */
export type TakenAddress = { readonly kind: "used" } | { readonly kind: "reserved"; readonly until: Date }

/** Returns why an address can't be used, or `undefined` if it is free for this user. */
export async function findTaken(
  settings: Settings,
  { email, userId }: { email: string; userId?: string },
): Promise<TakenAddress | undefined> {
  const owner = settings.adapter ? await addressHolder(settings.adapter, email) : null
  const until = await reservedUntil(settings, { email, userId })
  if (owner) return isSameId(owner.id, userId) ? undefined : { kind: "used" }
  return until && { kind: "reserved", until }
}

/** Tells a mailbox that its address can't be used for another account, or not yet. */
export function emailTaken(
  context: ActionContext,
  { email, taken, used }: { email: string; taken: TakenAddress; used: "email-taken" | "already-registered" },
): void {
  const url = pageUrl(context, "signIn")
  if (taken.kind === "used") sendLater(context, { kind: used, identifier: email, url })
  else sendLater(context, reservedEmail(context, { email, until: taken.until }))
}

/** Returns the email that tells a mailbox that its address is reserved. */
export function reservedEmail({ site }: ActionContext, { email, until }: { email: string; until: Date }) {
  return { kind: "address-reserved", identifier: email, url: site.home, expires: until } as const
}
