import { performUndo } from "../../../accounts/undo/perform.ts"
import { findUndo, type Undo } from "../../../accounts/undo/records.ts"
import { passwordSettings } from "../../../config/passwords.ts"
import type { SetCookie } from "../../../cookies/options.ts"
import { AuthError } from "../../../errors.ts"
import { securityEpoch } from "../../../factors/password-record.ts"
import type { Outcome } from "../../../http/outcome.ts"
import { pageUrl } from "../../../http/redirect-url.ts"
import type { ActionContext } from "../../../sessions/action-context.ts"
import { issueFormToken } from "../../../sessions/csrf-check.ts"
import { renderPage } from "../../../sign-in/pages/render.ts"
import { wantsJson } from "../../../http/auth-request.ts"
import { sendLater } from "../../../sign-in/password/account-email.ts"
import { createPending, LINK_MAX_AGE } from "../../../sign-in/password/pending.ts"
import { maskedAddress } from "../../../sign-in/steps/step-page.ts"

/** `GET undo`: asks before it undoes an event that the user didn't cause. Changes nothing. */
export async function showUndo(context: ActionContext): Promise<Outcome> {
  const token = context.query.get("token")
  const { data } = await requireUndo(context, token)
  const { csrfToken, cookies } = await issueFormToken(context)
  const { kind, at } = data
  const factor = data.kind === "factor-added" ? { factor: data.factor } : {}
  const provider = "account" in data ? { provider: providerName(context, data.account.provider) } : {}
  const seen = data.kind === "new-device" ? { device: data.device, place: data.place } : {}
  if (wantsJson(context)) {
    const event = { kind, ...factor, ...provider, ...seen, at: new Date(at).toISOString() }
    return { kind: "json", body: { csrfToken, token, ...event }, cookies }
  }
  const fields = { token: token ?? "" }
  const props = {
    action: `${context.site.url}/undo`,
    csrfToken,
    fields,
    event: kind,
    ...factor,
    ...provider,
    ...seen,
    at,
  }
  return renderPage(context, (html, page) => html.undoPage({ ...page, ...props, site: siteLabel(context) }), {
    cookies,
  })
}

/** `POST undo`: undoes the event and ends all sessions. It signs no one in. */
export async function submitUndo(context: ActionContext): Promise<Outcome> {
  const undo = await requireUndo(context, context.body.fields["token"])
  if (!(await performUndo(context, undo))) throw usedUp()
  if (!passwordSettings(context.settings)) return { kind: "redirect", status: 303, to: pageUrl(context, "signIn") }
  const email = undo.data.kind === "email-changed" ? undo.data.from : undo.user.email
  const forgot = `${context.site.url}/forgot-password`
  if (!email) return { kind: "redirect", status: 303, to: forgot }
  // The link may have been sent to an older address, whose reader must not learn the current one
  const shown = undo.data.kind === "email-changed" ? email : maskedAddress(email)
  const cookies = await startReset(context, { userId: undo.user.id, email, shown })
  return { kind: "redirect", status: 303, to: `${forgot}?status=sent`, cookies }
}

// An attacker may have changed the password, so the owner needs another one
async function startReset(
  context: ActionContext,
  { userId, email, shown }: { userId: string; email: string; shown: string | undefined },
): Promise<readonly SetCookie[]> {
  const { settings, site } = context
  const epoch = await securityEpoch(settings, userId)
  const created = await createPending(context, { purpose: "reset-password", userId, email, epoch, shown })
  const { token, code } = created.email
  const expires = new Date(settings.now() + LINK_MAX_AGE * 1000)
  const url = `${site.url}/reset-password?token=${token}`
  sendLater(context, { kind: "reset-password", identifier: email, url, code, expires })
  return created.cookies
}

async function requireUndo(context: ActionContext, token: string | null | undefined): Promise<Undo> {
  const undo = await findUndo(context, token)
  if (undo) return undo
  throw usedUp()
}

const usedUp = () => new AuthError("Verification", "The link of the security email is unknown, used or has expired")

const siteLabel = ({ settings, site }: ActionContext) => settings.siteName ?? new URL(site.origin).host
const providerName = ({ settings }: ActionContext, id: string) => settings.providers.get(id)?.name ?? id
