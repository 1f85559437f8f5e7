import { deletionPage, deletedPage as deletedHtml } from "../../../../components/html/feature-pages.ts"
import { accountDetails } from "../details.ts"
import { cancelDeletion, requestDeletion } from "./request.ts"
import { RejectedRequest } from "../../../errors.ts"
import { REQUESTED_PARAM } from "../../../../client/protocol.ts"
import type { Outcome } from "../../../core/request/outcome.ts"
import { pageUrl } from "../../../core/request/redirect-url.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { replaceSession } from "../../../core/sessions/give-proof.ts"
import { versionCookie } from "../../../core/request/version-cookie.ts"
import { renderPage } from "../../../core/pages/render.ts"
import { showForm } from "../../../core/pages/form.ts"
import { accountChanged, accountError } from "../page/render.ts"

/**
 * `POST account` with `delete-account`. The user has confirmed who they are. A form without `callbackUrl`, or with
 * `after=deletion`, leads to the page that confirms it, because the page with the form needs a user.
 */
export async function deleteAccount(context: ActionContext): Promise<Outcome> {
  requireDeletion(context)
  const session = await context.lookupSession()
  if (session.kind === "none" || session.userId === undefined) return accountError(context, "SessionRequired")
  const rejection = await requestDeletion(context, session.userId)
  if (rejection) return accountError(context, rejection)
  const ended = [...(await context.sessions.end(context, session)).cookies, versionCookie(context)]
  const { after, callbackUrl } = context.body.fields
  const leadsToPage = context.wants === "page" && (after === "deletion" || callbackUrl === undefined)
  if (!leadsToPage) return accountChanged(context, null, ended)
  return { kind: "redirect", status: 303, to: `${context.site.url}/deletion?${REQUESTED_PARAM}`, cookies: ended }
}

/**
 * `POST account` with `cancel-deletion`: keeps the account of a user who signed in again. Their session goes on, and
 * all others end.
 */
export async function keepAccount(context: ActionContext): Promise<Outcome> {
  requireDeletion(context)
  const lookup = await context.lookupSession()
  const closing = lookup.kind === "none" ? lookup.closing : undefined
  const userId = closing?.session.userId
  if (!closing || userId === undefined) return accountError(context, "SessionRequired")
  const epoch = await cancelDeletion(context, userId)
  if (epoch === undefined) return accountError(context, "SessionRequired")
  const { cookies } = await replaceSession(context, closing.session, { epoch })
  const { account } = await accountDetails(context, closing.session)
  return accountChanged(context, account, cookies)
}

/**
 * `GET deletion`: asks a user who signed in again whether they keep the account. After a deletion, it says that the
 * account is or will be deleted. It changes nothing.
 */
export async function showDeletion(context: ActionContext): Promise<Outcome> {
  const { site, settings } = context
  const here = `${site.url}/deletion`
  const lookup = await context.lookupSession()
  if (lookup.kind === "live") return { kind: "redirect", to: site.home }
  const { closing } = lookup
  if (!closing) {
    const signIn = pageUrl(context, "signIn", { callbackUrl: here })
    return context.query.has(REQUESTED_PARAM) ? deletedPage(context, signIn) : { kind: "redirect", to: signIn }
  }
  const body = { scheduledFor: closing.due.toISOString() }
  const props = {
    action: `${site.url}/account`,
    signOutUrl: `${site.url}/signout`,
    due: closing.due.getTime(),
    site: settings.siteName ?? new URL(site.origin).host,
  }
  return showForm(context, { props, body }, (page) => deletionPage(page))
}

function deletedPage(context: ActionContext, signInUrl: string): Promise<Outcome> {
  const { site, settings } = context
  const props = {
    site: settings.siteName ?? new URL(site.origin).host,
    homeUrl: site.home,
    ...(settings.account.deletion?.graceDays && { keepUrl: signInUrl }),
  }
  return renderPage(context, (page) => deletedHtml({ ...page, ...props }))
}

function requireDeletion({ settings }: ActionContext): void {
  if (!settings.account.deletion) throw new RejectedRequest(400, "The configuration doesn't turn on `account.deletion`")
}
