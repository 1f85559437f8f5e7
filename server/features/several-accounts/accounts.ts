import * as v from "valibot"
import { ACCOUNT_SWITCHES } from "../../../client/account-contract.ts"
import { emit } from "../../core/request/emit.ts"
import { versionCookie } from "../../core/request/version-cookie.ts"
import { readForm, text } from "../../core/request/form.ts"
import { sessionBody } from "../../core/request/next-auth-4.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { returnTo, withSearchParams } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { currentSession } from "../../core/sessions/current.ts"
import { browserSessions, signOutAccount, switchAccount, toBrowserAccounts } from "./switch-accounts.ts"

/** `GET accounts`: returns the accounts that this browser is signed in to. */
export async function showAccounts(context: ActionContext): Promise<Outcome> {
  const sessions = await browserSessions(context, await context.lookupSession())
  return { kind: "json", body: await toBrowserAccounts(context, sessions), cookies: sessions.cookies }
}

const changeForm = v.object({
  change: v.picklist(ACCOUNT_SWITCHES),
  id: text,
})

const CHANGES = { switch: switchAccount, "sign-out": signOutAccount }

/**
 * `POST accounts`: switches to another account of this browser, or signs out of one. Responds to a fetch with the
 * accounts and the active session, and redirects a form back.
 */
export async function changeAccounts(context: ActionContext): Promise<Outcome> {
  const { body, wants, site } = context
  const { change, id } = readForm(body, changeForm)
  const changed = await CHANGES[change](context, id)
  const userId = "missing" in changed ? undefined : changed.active?.session.userId
  if (change === "switch" && userId !== undefined) await emit(context, { type: "accountSwitched", userId })
  const error = "missing" in changed ? "NotFound" : undefined
  const cookies = "missing" in changed ? changed.missing : [...changed.cookies, versionCookie(context)]
  if (wants === "page") {
    const to = await returnTo(context, "/")
    return { kind: "redirect", status: 303, to: withSearchParams(to, site.origin, { error }), cookies }
  }
  if ("missing" in changed) return { kind: "json", status: 404, body: { error }, cookies }
  const { active } = changed
  const refreshed = active ? await currentSession(active.context, active.session) : { session: null, cookies: [] }
  return {
    kind: "json",
    body: {
      ...(await toBrowserAccounts(context, changed)),
      session: sessionBody(refreshed.session, context.settings),
    },
    cookies: [...cookies, ...refreshed.cookies],
  }
}
