import * as v from "valibot"
import { ACCOUNT_CHANGES, type AccountChange, type AccountErrorCode } from "../../../client/account-contract.ts"
import { accountDetails } from "./details.ts"
import type { AccountChangeRow, AccountFeature, AccountRequest } from "../../core/methods/feature.ts"
import { requireStepUp } from "../../core/proofs/step-up.ts"
import { accountPage, rejectChange, returnToAccount } from "./page/render.ts"
import { acceptsPage } from "../../core/request/wants.ts"
import { emit } from "../../core/request/emit.ts"
import { versionCookie } from "../../core/request/version-cookie.ts"
import { readForm, text } from "../../core/request/form.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { storesSessions, revokeSession, signOutElsewhere } from "../../core/sessions/manage.ts"

/** `GET account`: returns the signed-in user's account details, or `null`. A browser gets them as a page. */
export async function showAccount(context: ActionContext): Promise<Outcome> {
  const { account, cookies } = await accountDetails(context, await context.lookupSession())
  if (acceptsPage(context) && context.wants === "page") return accountPage(context, account, cookies)
  return { kind: "json", body: account, cookies }
}

/** `POST account` with `revoke-session`. */
export async function revokeUserSession({ context, id }: AccountRequest): Promise<AccountErrorCode | undefined> {
  const revoked = storesSessions(context.settings) && (await revokeSession(context, id))
  return revoked ? undefined : "NotFound"
}

/** `POST account` with `revoke-other-sessions`. */
export async function revokeOtherSessions({ context }: AccountRequest): Promise<AccountErrorCode | undefined> {
  if (!storesSessions(context.settings)) return "NotFound"
  await signOutElsewhere(context)
  return undefined
}

/** Returns a change of the account, or `undefined` if its feature is off. */
function findChange({ settings }: ActionContext, change: AccountChange): AccountChangeRow | undefined {
  const features: readonly AccountFeature[] = settings.features
  return features.map(({ accountChanges }) => accountChanges?.[change]).find((row) => row !== undefined)
}

const changeForm = v.object({
  change: v.picklist(ACCOUNT_CHANGES),
  id: v.optional(text, ""),
  name: v.optional(text, ""),
})

/**
 * `POST account`: changes the signed-in user's account. Responds to a fetch with the new details, and redirects a form
 * back.
 */
export async function changeAccount(context: ActionContext): Promise<Outcome> {
  const { change, id, name } = readForm(context.body, changeForm)
  const session = await context.lookupSession()
  const userId = session.kind === "live" ? session.userId : undefined
  const row = findChange(context, change)
  if (row && userId !== undefined && !row.withoutStepUp) await requireStepUp(context, session)
  if (row && "respond" in row) return row.respond(context)
  const error =
    userId === undefined ? "SessionRequired" : row ? await row.run({ context, userId, id, name }) : "NotFound"
  if (error === undefined && row?.event) await emit(context, { type: row.event, userId })
  const asJson = context.wants === "json"
  if (error && asJson) return rejectChange(context, error)
  // Read the session again, because the change may have ended it
  const { account, cookies } = await accountDetails(context, await context.sessions.lookup(context))
  const set = [...cookies, versionCookie(context)]
  return asJson ? { kind: "json", body: account, cookies: set } : returnToAccount(context, { error, cookies: set })
}
