import { undoPage } from "../../../../components/html/feature-pages.ts"
import { accountRecords } from "../../../core/proofs/records.ts"
import { performUndo } from "./perform.ts"
import { findUndo, type Undo } from "../../../core/users/undo/records.ts"
import type { SetCookie } from "../../../core/cookies/options.ts"
import { AuthError } from "../../../errors.ts"
import { FIRST_EPOCH, loadPassword } from "../../../core/users/security-state.ts"
import type { Outcome } from "../../../core/request/outcome.ts"
import { providerNames, maskedAddress } from "../../../core/request/language.ts"
import { emailedParams, pageUrl } from "../../../core/request/redirect-url.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { showForm } from "../../../core/pages/form.ts"
import { createPending } from "../../../core/mailbox/pending.ts"
import { emailReset, mayGetReset } from "../../password/reset-email.ts"

/** `GET undo`: asks before it undoes an event that the user didn't cause. Changes nothing. */
export async function showUndo(context: ActionContext): Promise<Outcome> {
  const token = emailedParams(context).get("token")
  const { data } = await requireUndo(context, token)
  const { kind, at } = data
  const factor = data.kind === "factor-added" ? { factor: data.factor } : {}
  const provider = "account" in data ? { provider: await accountName(context, data.account.provider) } : {}
  const deviceFacts = data.kind === "new-device" ? { device: data.device, place: data.place } : {}
  const facts = { ...factor, ...provider, ...deviceFacts }
  const action = `${context.site.url}/undo`
  const props = { action, fields: { token: token ?? "" }, event: kind, at, site: siteLabel(context), ...facts }
  const body = { token, kind, at: new Date(at).toISOString(), ...facts }
  return showForm(context, { props, body }, (page) => undoPage(page))
}

/** `POST undo`: undoes the event and ends all sessions. It signs no one in. */
export async function submitUndo(context: ActionContext): Promise<Outcome> {
  const undo = await requireUndo(context, context.body.fields["token"])
  if (!(await performUndo(context, undo))) throw usedUp()
  if (!context.settings.passwords) return { kind: "redirect", status: 303, to: pageUrl(context, "signIn") }
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
  const stored = await loadPassword(accountRecords(context), userId)
  const decoy = !mayGetReset(context, stored)
  const epoch = stored?.epoch ?? FIRST_EPOCH
  const resetRequest = {
    purpose: "reset-password",
    userId: decoy ? email : userId,
    email,
    epoch,
    shown,
    decoy,
  } as const
  const created = await createPending(context, resetRequest)
  emailReset(context, { email, secrets: created.email, find: async () => (decoy ? undefined : email) })
  return created.cookies
}

async function requireUndo(context: ActionContext, token: string | null | undefined): Promise<Undo> {
  const undo = await findUndo(context, token)
  if (undo) return undo
  throw usedUp()
}

const usedUp = () => new AuthError("Verification", "The link of the security email is unknown, used or has expired")

const siteLabel = ({ settings, site }: ActionContext) => settings.siteName ?? new URL(site.origin).host
const accountName = async (context: ActionContext, id: string) => (await providerNames(context))(id) ?? id
