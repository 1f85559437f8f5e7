import { account as english } from "../../../components/view/messages/en.ts"
import { withOverrides } from "../../../components/view/messages/fill.ts"
import { enrollTotpPage, recoveryCodesPage, confirmCardPage } from "../../../components/html/feature-pages.ts"
import * as v from "valibot"
import { accountRecords, factorContext, listFactorRecords, listFactors } from "../../core/proofs/records.ts"
import { listPasskeys } from "../../core/methods/passkeys.ts"
import { isSignedIn } from "../../core/users/users.ts"
import { passkeysToAdd } from "./two-step.ts"
import { emailFactorAdded } from "../../core/mailbox/method-emails.ts"
import { notifyUser } from "../../core/users/undo/records.ts"
import { AuthError, RejectedRequest, SessionRequired } from "../../errors.ts"
import { openEnrollment } from "../../core/proofs/enrollment.ts"
import { beginTotp, confirmTotp, hasFactors, removeFactor } from "../../core/proofs/factors.ts"
import {
  addPasskeyFactor,
  passkeyFactorId,
  removePasskeyFactor,
  MAX_ASSERTION,
  requestOwnPasskey,
  verifyOwnPasskey,
} from "../../core/proofs/own-passkey.ts"
import { issueRecoveryCodes, recoveryCodesState } from "../../core/proofs/recovery-codes.ts"
import { emit } from "../../core/request/emit.ts"
import { oneOf, readForm, shortText } from "../../core/request/form.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { returnTo, TWO_STEP_PAGES, withSearchParams } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { renderPage } from "../../core/pages/render.ts"
import { showForm } from "../../core/pages/form.ts"
import { requireAdapter } from "../../adapters/required.ts"
import { totpCardProps } from "./enroll.ts"
import { admit, again, failure, leave, thisPage, type TwoStepRequest } from "./request.ts"

/** A page of the section. Without `show` it has only a form, which the account's page contains. */
interface Page {
  /** Whether it adds a factor, which a user with an unverified address can't do. */
  readonly enrolls: boolean
  show?(request: TwoStepRequest): Promise<Outcome>
  submit(request: TwoStepRequest): Promise<Outcome>
}

const MAX_CODE = 64
const MAX_ENROLLMENT = 2048
const PAGES: Readonly<Record<(typeof TWO_STEP_PAGES)[number], Page>> = {
  totp: { enrolls: true, show: showTotp, submit: submitTotp },
  "security-key": { enrolls: true, show: showSecurityKey, submit: submitSecurityKey },
  "recovery-codes": { enrolls: false, submit: replaceCodes },
}

/** `GET two-step/<page>`: shows the form that adds a second factor. */
export async function showTwoStep(context: ActionContext): Promise<Outcome> {
  const { show, enrolls } = findPage(context)
  const request = show && (await admit(context, enrolls))
  if (!request) return { kind: "redirect", to: await returnTo(context) }
  return "kind" in request ? request : show(request)
}

/** `POST two-step/<page>`: adds a second factor, or replaces the recovery codes. */
export async function submitTwoStep(context: ActionContext): Promise<Outcome> {
  const { submit, enrolls } = findPage(context)
  const request = await admit(context, enrolls)
  return "kind" in request ? request : submit(request)
}

function findPage({ settings, target }: ActionContext): Page {
  const name = settings.secondFactor && oneOf(target, TWO_STEP_PAGES)
  if (!name) throw new RejectedRequest(404, `Two-step verification has no page ${JSON.stringify(target?.slice(0, 80))}`)
  return PAGES[name]
}

async function showTotp(request: TwoStepRequest): Promise<Outcome> {
  const { context, user, owner, done } = request
  const { query, settings, site } = context
  const pending = await openEnrollment(settings, { id: query.get("enrollment") ?? undefined, ...owner })
  const begun = pending ?? (await beginTotp(factorContext(context), owner))
  if (!begun) throw new AuthError("InvalidRequest", "The user already has the most second factors")
  // A page that is loaded again shows the QR code that the user scanned
  const here = withSearchParams(thisPage(context), site.origin, { callbackUrl: done })
  if (!pending && context.wants === "page")
    return { kind: "redirect", status: 303, to: withSearchParams(here, site.origin, { enrollment: begun.id }) }
  const error = pending && oneOf(query.get("error"), ["InvalidCode"])
  const props = {
    ...(await totpCardProps(context, { user, secret: begun.secret })),
    attempt: begun.id,
    action: here,
    cancelUrl: done,
    error,
  }
  const body = { ...props, step: "enroll-totp" }
  return showForm(context, { props, body }, (page) => enrollTotpPage(page))
}

const totpForm = v.object({
  /** The enrollment, sealed. */
  attempt: v.optional(shortText(MAX_ENROLLMENT)),
  code: v.optional(shortText(MAX_CODE)),
  name: v.optional(shortText(MAX_CODE), ""),
})

async function submitTotp(request: TwoStepRequest): Promise<Outcome> {
  const { context, owner } = request
  const { attempt: id, code, name } = readForm(context.body, totpForm)
  const confirmed = { id, ...owner, code, name, ...provenAddress(request) }
  const factor = await confirmTotp(factorContext(context), confirmed)
  return factor ? factorAdded(request, factor.id, "totp") : again(request, "InvalidCode", { enrollment: id ?? "" })
}

async function showSecurityKey(request: TwoStepRequest): Promise<Outcome> {
  const { context, user, held, done } = request
  const offered = passkeysToAdd(await listFactors(factorContext(context), user.id), held)
  const isOffered = ({ credentialID }: { credentialID: string }) =>
    offered.some((passkey) => passkey.credentialID === credentialID)
  const passkey = offered.length > 0 ? await requestOwnPasskey(context, user.id, isOffered) : undefined
  if (!passkey) return failure(request, "NotFound")
  const props = {
    methods: ["passkey"] as const,
    passkeyOptions: passkey.options,
    backUrl: done,
    account: user.email || undefined,
    action: withSearchParams(thisPage(context), context.site.origin, { callbackUrl: done }),
    error: oneOf(context.query.get("error"), ["WebAuthnVerificationError"]),
  }
  return showForm(context, { props, body: props, cookies: passkey.cookies }, (page) =>
    confirmCardPage({ ...page, actionName: withOverrides(english, page.messages.account).twoStep }),
  )
}

// Without a proven address, the user would not be here
const provenAddress = ({ user: { email } }: TwoStepRequest) => (email ? { provenAddress: email } : {})

const keyForm = v.object({ data: v.optional(shortText(MAX_ASSERTION)) })

async function submitSecurityKey(request: TwoStepRequest): Promise<Outcome> {
  const { context, user } = request
  const { data } = readForm(context.body, keyForm)
  const verified = await verifyOwnPasskey(context, user.id, data)
  if (!verified) return again(request, "WebAuthnVerificationError")
  const { credentialID: credentialId, name } = verified.passkey
  const added = { userId: user.id, credentialId, name: name ?? "", ...provenAddress(request) }
  if (!(await addPasskeyFactor(factorContext(context), added))) return leave(request)
  // A request that removed the passkey meanwhile did not see the factor, which would keep the user out
  const passkeys = await listPasskeys(requireAdapter(context.settings.adapter, "`secondFactor`"), user.id)
  if (passkeys.some((passkey) => passkey.credentialID === credentialId))
    return factorAdded(request, await passkeyFactorId(added), "passkey")
  await removePasskeyFactor(factorContext(context), added)
  return failure(request, "NotFound")
}

const sessionEnded = () => new SessionRequired("The session ended while its user changed the second factors")

// Nothing but a sign-in or a confirmation changes what the session proved: a thief may have added their own factor
async function factorAdded(request: TwoStepRequest, id: string, factor: "totp" | "passkey"): Promise<Outcome> {
  const { context, user } = request
  const store = accountRecords(context)
  // The link of a security email may have ended the session meanwhile. It did not see what this request added
  if (!(await isSignedIn(context, user.id))) {
    await removeFactor(factorContext(context), { userId: user.id, id })
    throw sessionEnded()
  }
  await emailFactorAdded(context, user, { id, factor })
  const others = (await listFactorRecords({ store }, user.id)).filter((record) => record.id !== id)
  // Codes without a factor are left from an earlier one, and a thief may have them
  if (others.length > 0 && (await recoveryCodesState(store, user.id))) return leave(request)
  // The email's link may have removed the factor already, and a reset may have ended the session
  const isCurrent = async () =>
    (await isSignedIn(context, user.id)) && (await store.getAccountRecord("factor", id)) !== null
  return showCodes(request, { replaced: false, isCurrent })
}

async function replaceCodes(request: TwoStepRequest): Promise<Outcome> {
  const { context, user } = request
  if (!(await hasFactors({ store: accountRecords(context) }, user.id))) return failure(request, "NotFound")
  const shown = await showCodes(request, { replaced: true, isCurrent: () => isSignedIn(context, user.id) })
  await emit(context, { type: "recoveryCodesReplaced", userId: user.id })
  await notifyUser(context, user, { kind: "recovery-codes-replaced" })
  return shown
}

interface ShownCodes {
  replaced: boolean
  /** Whether the user may have them. Another request may have ended that meanwhile. */
  isCurrent: () => Promise<boolean>
}

/** Creates recovery codes, and shows them in the response to this POST. No request can read them again. */
async function showCodes(request: TwoStepRequest, { replaced, isCurrent }: ShownCodes): Promise<Outcome> {
  const { context, user, done } = request
  const now = context.settings.now()
  const { codes, withdraw } = await issueRecoveryCodes(accountRecords(context), { userId: user.id, now })
  if (!(await isCurrent())) {
    await withdraw()
    throw sessionEnded()
  }
  const props = { codes, replaced, doneUrl: done }
  if (context.wants === "json") return { kind: "json", body: { ...props, step: "recovery-codes" } }
  return renderPage(context, (page) => recoveryCodesPage({ ...page, ...props }))
}
