import * as v from "valibot"
import { ACCOUNT_CHANGES, type AccountChange, type AccountErrorCode } from "../../../client/account-contract.ts"
import { withAddressLock } from "../../core/users/address-lock.ts"
import { removePasskey, renamePasskey } from "../passkeys/change-passkeys.ts"
import { accountDetails } from "./details.ts"
import { unlinkAccount } from "./linked.ts"
import { factorContext } from "../../core/proofs/factor-context.ts"
import type { Removal } from "../../core/methods/remove-method.ts"
import { loadCredentials } from "../../core/methods/sign-in-methods.ts"
import { isSignedIn } from "../../core/users/revalidate.ts"
import { requireStepUp } from "../../core/proofs/step-up.ts"
import { revokeTrustedDevice, signOutElsewhere } from "../../core/sessions/trusted-devices.ts"
import type { ChangedMethod } from "../../core/mailbox/method-emails.ts"
import { forgetPasskeyFactor, isLastFactor, removeUserFactor } from "../two-step/two-step.ts"
import type { SecurityChangeType } from "../../core/config/security-events.ts"
import { renameFactor } from "../../core/proofs/factors.ts"
import { accountPage, returnToAccount } from "./page/render.ts"
import type { PasswordChange } from "./change-password.ts"
import { ACCOUNT_ERROR_STATUS } from "../../core/request/failures.ts"
import { acceptsPage } from "../../core/request/auth-request.ts"
import { emit } from "../../core/request/emit.ts"
import { readForm, text } from "../../core/request/form.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { storesSessions, revokeSession } from "../../core/sessions/manage.ts"
import { versionCookie } from "../../core/request/version-cookie.ts"
import { userById } from "../../core/users/users.ts"
import { lazy } from "../../lazy.ts"

const updateProfile = lazy(() => import("./change-profile.ts"), "updateProfile")
const deleteAccount = lazy(() => import("./deletion/index.ts"), "deleteAccount")
const keepAccount = lazy(() => import("./deletion/index.ts"), "keepAccount")
const changePassword = lazy(() => import("./change-password.ts"), "changePassword")
const changeAddress = lazy(() => import("./email-change/index.ts"), "changeAddress")
const emailMethodChanged = lazy(() => import("../../core/mailbox/method-emails.ts"), "emailMethodChanged")

/** `GET account`: returns the signed-in user's account details, or `null`. A browser gets them as a page. */
export async function showAccount(context: ActionContext): Promise<Outcome> {
  const { account, cookies } = await accountDetails(context, await context.lookupSession())
  if (acceptsPage(context) && context.wants === "page") return accountPage(context, account, cookies)
  return { kind: "json", body: account, cookies }
}

/** The input of a change: the signed-in user, and the form's `id` and `name`. */
interface AccountRequest {
  context: ActionContext
  userId: string
  id: string
  name: string
}

type AccountError = AccountErrorCode | undefined

const REMOVALS = {
  removed: undefined,
  "not found": "NotFound",
  "last method": "LastSignInMethod",
} as const satisfies Record<Removal, AccountError>

/** Carries out each change. Returns the error if the change was rejected. */
const CHANGES: Record<
  Exclude<AccountChange, PasswordChange | EmailChange | DataChange>,
  (request: AccountRequest) => Promise<AccountError>
> = {
  unlink: unlinkUserAccount,
  "rename-passkey": async ({ context, userId, id, name }) =>
    (await renamePasskey(context.settings, userId, { id, name })) ? undefined : "NotFound",
  "remove-passkey": removeUserPasskey,
  "revoke-session": async ({ context, id }) => {
    const revoked = storesSessions(context.settings) && (await revokeSession(context, id))
    return revoked ? undefined : "NotFound"
  },
  "revoke-other-sessions": async ({ context }) => {
    if (!storesSessions(context.settings)) return "NotFound"
    await signOutElsewhere(context)
    return undefined
  },
  "rename-factor": async ({ context, userId, id, name }) =>
    hasFactorStore(context) && (await renameFactor(factorContext(context), { userId, id, name }))
      ? undefined
      : "NotFound",
  "remove-factor": removeSecondFactor,
  "remove-trusted-device": async ({ context, userId, id }) => {
    if (!(await isSignedIn(context, userId))) return "SessionRequired" // another device may have ended the session
    return hasFactorStore(context) && (await revokeTrustedDevice(context, { id: userId }, id)) ? undefined : "NotFound"
  },
}

/** The security event of each change. Another function emits those of the others, because helpers make them too. */
const EVENTS: Record<keyof typeof CHANGES, SecurityChangeType | undefined> = {
  unlink: "accountUnlinked",
  "rename-passkey": "passkeyRenamed",
  "remove-passkey": "passkeyRemoved",
  "revoke-session": undefined,
  "revoke-other-sessions": undefined,
  "rename-factor": "factorRenamed",
  "remove-factor": undefined,
  "remove-trusted-device": "trustedDeviceRemoved",
}

/** Changes that take power away or only change a label. Every other change needs a recent confirmation. */
const WITHOUT_STEP_UP: ReadonlySet<AccountChange> = new Set([
  "revoke-session",
  "revoke-other-sessions",
  "rename-passkey",
  "rename-factor",
  "remove-trusted-device",
  "cancel-email-change",
  "update-profile",
  "cancel-deletion",
])

const FACTOR_REMOVALS = { removed: undefined, "not found": "NotFound", last: "LastFactor" } as const

async function removeSecondFactor({ context, userId, id }: AccountRequest): Promise<AccountError> {
  if (!hasFactorStore(context)) return "NotFound"
  return countingFactors(context, userId, async () => {
    const held = await loadHeld(context, userId)
    return held ? FACTOR_REMOVALS[await removeUserFactor(context, held, id)] : "NotFound"
  })
}

// Two removals at once would each count the other's factor
function countingFactors<T>({ settings }: ActionContext, userId: string, run: () => Promise<T>): Promise<T> {
  return settings.secondFactor ? withAddressLock(settings, userId, run) : run()
}

async function unlinkUserAccount({ context, userId, id }: AccountRequest): Promise<AccountError> {
  const { removal, account } = await unlinkAccount(context, userId, id)
  if (removal === "removed" && account) {
    const { provider, providerAccountId } = account
    await emailRemoved(context, userId, { kind: "account-unlinked", account: { provider, providerAccountId } })
  }
  return REMOVALS[removal]
}

async function emailRemoved(context: ActionContext, userId: string, removed: ChangedMethod): Promise<void> {
  const user = context.settings.adapter && (await userById(context.settings.adapter, userId))
  if (user) await emailMethodChanged(context, user, removed)
}

async function removeUserPasskey({ context, userId, id }: AccountRequest): Promise<AccountError> {
  return countingFactors(context, userId, () => removeCountedPasskey({ context, userId, id }))
}

async function removeCountedPasskey({ context, userId, id }: Omit<AccountRequest, "name">): Promise<AccountError> {
  const held = await loadHeld(context, userId)
  if (held && (await isLastFactor(context, held, id))) return "LastFactor"
  const removal = await removePasskey(context, userId, id)
  if (held && removal === "removed") {
    await emailRemoved(context, userId, { kind: "passkey-removed", credentialId: id })
    await forgetPasskeyFactor(context, held.user, id)
  }
  return REMOVALS[removal]
}

async function loadHeld({ settings }: ActionContext, userId: string) {
  const held = settings.adapter && (await loadCredentials(settings, settings.adapter, userId))
  return held?.user ? { ...held, user: held.user } : undefined
}

const hasFactorStore = ({ settings: { secondFactor, adapter } }: ActionContext) =>
  secondFactor !== undefined && adapter?.createAccountRecord !== undefined

type EmailChange = "change-email" | "cancel-email-change"
const isEmailChange = (change: AccountChange): change is EmailChange =>
  change === "change-email" || change === "cancel-email-change"
/** Changes with a module of their own. */
const DATA_CHANGES = {
  "update-profile": async (context: ActionContext) => updateProfile(context),
  "delete-account": async (context: ActionContext) => deleteAccount(context),
  "cancel-deletion": async (context: ActionContext) => keepAccount(context),
}

type DataChange = keyof typeof DATA_CHANGES

const isDataChange = (change: AccountChange): change is DataChange => Object.hasOwn(DATA_CHANGES, change)

const isPasswordChange = (change: AccountChange): change is PasswordChange => change.endsWith("-password")

const changeForm = v.object({
  change: v.picklist(ACCOUNT_CHANGES),
  id: v.optional(text, ""),
  name: v.optional(text, ""),
  callbackUrl: v.optional(text),
})

/**
 * `POST account`: changes the signed-in user's account. Responds to a fetch with the new details, and redirects a form
 * back.
 */
export async function changeAccount(context: ActionContext): Promise<Outcome> {
  const { change, callbackUrl, id, name } = readForm(context.body, changeForm)
  const session = await context.lookupSession()
  const userId = session.kind === "live" ? session.userId : undefined
  if (userId !== undefined && !WITHOUT_STEP_UP.has(change)) await requireStepUp(context, session)
  if (isPasswordChange(change)) return changePassword(context, change)
  if (isEmailChange(change)) return changeAddress(context, change)
  if (isDataChange(change)) return DATA_CHANGES[change](context)
  const error = userId === undefined ? "SessionRequired" : await CHANGES[change]({ context, userId, id, name })
  const type = error === undefined ? EVENTS[change] : undefined
  if (type) await emit(context, { type, userId })
  const asJson = context.wants === "json"
  if (error && asJson) return { kind: "json", status: ACCOUNT_ERROR_STATUS[error], body: { error } }
  // Read the session again, because the change may have ended it
  const { account, cookies } = await accountDetails(context, await context.sessions.lookup(context))
  const shared = { cookies: [...cookies, versionCookie(context)] }
  if (asJson) return { kind: "json", body: account, ...shared }
  return {
    kind: "redirect",
    status: 303,
    to: await returnToAccount(context, { callbackUrl, change, error }),
    ...shared,
  }
}
