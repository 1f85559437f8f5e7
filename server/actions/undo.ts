import { performUndo } from "../accounts/undo/perform.ts"
import { findUndo, type Undo } from "../accounts/undo/records.ts"
import { passwordsOf } from "../config/passwords.ts"
import { AuthError } from "../errors.ts"
import type { Outcome } from "../http/outcome.ts"
import { pageUrl } from "../http/redirect-url.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { issueFormToken } from "../sessions/csrf-check.ts"
import { renderPage } from "../sign-in/pages/render.ts"
import { wantsJson } from "../http/auth-request.ts"

/** `GET undo`: asks before it removes a second factor that the user didn't add. Changes nothing. */
export async function showUndo(context: ActionContext): Promise<Outcome> {
  const token = context.query.get("token")
  const { data } = await requireUndo(context, token)
  if (data.kind !== "factor-added") throw usedUp()
  const { csrfToken, cookies } = await issueFormToken(context)
  const { factor, at } = data
  if (wantsJson(context))
    return { kind: "json", body: { csrfToken, token, factor, at: new Date(at).toISOString() }, cookies }
  const props = { action: `${context.site.url}/undo`, csrfToken, fields: { token: token ?? "" }, factor, at }
  return renderPage(context, (html, page) => html.undoPage({ ...page, ...props, site: siteOf(context) }), { cookies })
}

/** `POST undo`: removes the factor and ends all sessions. It signs no one in. */
export async function submitUndo(context: ActionContext): Promise<Outcome> {
  const undo = await requireUndo(context, context.body.fields["token"])
  if (!(await performUndo(context, undo))) throw usedUp()
  const to = passwordsOf(context.settings) ? `${context.site.url}/forgot-password` : pageUrl(context, "signIn")
  return { kind: "redirect", status: 303, to }
}

async function requireUndo(context: ActionContext, token: string | null | undefined): Promise<Undo> {
  const undo = await findUndo(context, token)
  if (undo) return undo
  throw usedUp()
}

const usedUp = () => new AuthError("Verification", "The link of the security email is unknown, used or has expired")

const siteOf = ({ settings, site }: ActionContext) => settings.siteName ?? new URL(site.origin).host
