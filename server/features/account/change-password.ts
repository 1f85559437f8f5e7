import type { AccountChange } from "../../../client/account-contract.ts"
import { accountDetails, withoutOldCredentials } from "./details.ts"
import { endOldCredentials } from "../../core/methods/end-credentials.ts"
import { accountRecords } from "../../core/proofs/records.ts"
import { loadCredentials, signInMethods, findUnusableMethods } from "../../core/methods/sign-in-methods.ts"
import { requireStepUp } from "../../core/proofs/step-up.ts"
import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { RejectedRequest, SessionRequired, StepUpRequired, type AuthError } from "../../errors.ts"
import {
  FIRST_EPOCH,
  changePasswordData,
  loadPassword,
  newEpoch,
  type StoredPassword,
} from "../../core/users/security-state.ts"
import { writePassword, inHashQueue, readNewPassword } from "../password/stored-password.ts"
import { CHANGE_PASSWORD_URL, type AuthRequest } from "../../core/request/auth-request.ts"
import { ensureBrowserSecret } from "../../core/request/csrf-check.ts"
import { accountFailure } from "../../core/request/failures.ts"
import { canonicalEmail } from "../../providers/email-address.ts"
import { emit } from "../../core/request/emit.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { namedReturn, pageUrl, returnTo, withSearchParams } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { replaceSession } from "../../core/sessions/give-proof.ts"
import { isStoredSession } from "../../core/sessions/stored-session.ts"
import type { LiveSession } from "../../core/request/strategy.ts"
import { userById, userStore } from "../../core/users/users.ts"
import { emailPasswordChange } from "../../core/mailbox/account-email.ts"
import { isPassword } from "../password/sign-in.ts"
import { rejectChange, returnToAccount } from "./page/render.ts"
import { appStepUp } from "../../core/failures/step-up.ts"
import { keepForm, rejectForm, requirePasswords, showPasswordPage, toPasswordPage } from "../password/pages.ts"

const PAGE = "change-password"

export type PasswordChange = Extract<AccountChange, `${string}-password`>

/** The signed-in user who changes the password. They confirmed who they are. */
interface PasswordOwner {
  session: LiveSession
  user: AdapterUser
  stored: StoredPassword | null
}

/** `GET change-password`: the form of a signed-in user who confirmed who they are. */
export async function showChangePassword(context: ActionContext): Promise<Outcome> {
  const { request, site, query } = context
  const page = `${site.url}/${PAGE}`
  if (new URL(request.url).pathname === CHANGE_PASSWORD_URL) return { kind: "redirect", status: 303, to: page }
  // Without a target, the account's page says that the password was changed
  const target = query.get("callbackUrl")
  const callbackUrl = target === null ? `${site.url}/account` : await returnTo(context)
  const here = target !== null ? withSearchParams(page, site.origin, { callbackUrl }) : page
  let owner: PasswordOwner | undefined
  try {
    owner = await findOwner(context)
  } catch (thrown) {
    // The confirmation returns to this page, and not yet to its `callbackUrl`
    if (thrown instanceof StepUpRequired) return appStepUp(context, { method: "GET", url: here }, thrown)
    throw thrown
  }
  if (!owner) return { kind: "redirect", to: pageUrl(context, "signIn", { callbackUrl: here }) }
  const error = query.get("error") === "MissingCSRF" ? "MissingCSRF" : undefined
  return showPasswordPage(context, PAGE, { ...shownOwner(owner), callbackUrl, cancelUrl: callbackUrl, error })
}

/** Responds to a change of the account that failed. An expired form for a new password gets its own page again. */
export async function changeFailure(error: AuthError, request: AuthRequest): Promise<Outcome | undefined> {
  const isOwnForm = request.wants === "page" && request.body.fields["change"] === PAGE
  if (error.type !== "MissingCSRF" || !isOwnForm) return accountFailure(error, request)
  const { cookies } = await ensureBrowserSecret(request)
  return toPasswordPage(request, PAGE, { callbackUrl: await namedReturn(request), error: error.type }, cookies)
}

const shownOwner = ({ user, stored }: PasswordOwner) => ({
  email: user.email,
  hasPassword: stored !== null && stored.hash !== null,
})

/**
 * `POST account` with a change of the password. All other sessions, trusted devices and links end in the same write.
 * The user's own session goes on under a new token.
 */
export async function changePassword(context: ActionContext, change: PasswordChange): Promise<Outcome> {
  if (!context.settings.passwords) throw new RejectedRequest(400, `The account change ${change} isn't supported`)
  const owner = await findOwner(context)
  if (!owner) return rejectChange(context, "SessionRequired")
  const { hasPassword } = shownOwner(owner)
  const { email } = context.body.fields // of the user whose card this is, before another tab switched accounts
  if (email !== undefined && canonicalEmail(email) !== canonicalEmail(owner.user.email))
    return rejectChange(context, "SessionRequired")
  if (hasPassword === (change === "set-password")) return rejectChange(context, "NotFound")
  if (change === "remove-password") return removePassword(context, owner)
  const callbackUrl = await returnTo(context)
  const shown = { ...shownOwner(owner), callbackUrl, cancelUrl: callbackUrl }
  return keepForm(context, { page: PAGE, shown }, () => storePassword(context, { ...owner, shown }, change))
}

/** The owner of the password with the form that was sent. */
interface FormOwner extends PasswordOwner {
  shown: { email: string; hasPassword: boolean; callbackUrl: string; cancelUrl: string }
}

/** @throws {StepUpRequired} if the user must confirm who they are first */
async function findOwner(context: ActionContext): Promise<PasswordOwner | undefined> {
  const session = await context.lookupSession()
  if (session.kind === "none" || session.userId === undefined) return undefined
  await requireStepUp(context, session)
  const user = await userById(userStore(context.settings), session.userId)
  const stored = await loadPassword(accountRecords(context), session.userId)
  // A reset may have ended the session since it was looked up
  const isCurrent = (stored?.epoch ?? FIRST_EPOCH) === (session.epoch ?? FIRST_EPOCH)
  return user && isCurrent ? { session, user, stored } : undefined
}

async function storePassword(context: ActionContext, owner: FormOwner, change: PasswordChange): Promise<Outcome> {
  const passwords = requirePasswords(context)
  const { user, stored } = owner
  const { fields } = context.body
  const words = [user.email, user.name]
  const reject = (field: string, error: string) =>
    rejectForm(context, PAGE, { ...owner.shown, fieldErrors: { [field]: [error] } })
  const typed = await readNewPassword(context, passwords, { typed: fields["password"], words })
  if (typeof typed === "string") return reject("password", typed)
  if (stored?.hash && (await isPassword(passwords, { typed, stored }))) return reject("password", "PasswordUnchanged")
  const client = { key: `user ${user.id}`, known: true }
  const hash = await inHashQueue(() => passwords.hasher.hash(typed, client))
  return writeChange(context, owner, { hash, kind: change === "set-password" ? "password-added" : "password-changed" })
}

// No lock is needed: a password doesn't count as a sign-in method, so no parallel removal relies on it
async function removePassword(context: ActionContext, owner: PasswordOwner): Promise<Outcome> {
  const { settings } = context
  const credentials = await loadCredentials(settings, userStore(settings), owner.user.id)
  const unusable = await findUnusableMethods(context, credentials)
  if (signInMethods(credentials, settings.providers).every((method) => unusable.has(method)))
    return rejectChange(context, "LastSignInMethod")
  return writeChange(context, owner, { hash: null, kind: "password-removed" })
}

interface Written {
  hash: string | null
  kind: "password-added" | "password-changed" | "password-removed"
}

const PASSWORD_EVENTS = {
  "password-added": "passwordAdded",
  "password-changed": "passwordChanged",
  "password-removed": "passwordRemoved",
} as const

async function writeChange(context: ActionContext, owner: PasswordOwner, { hash, kind }: Written): Promise<Outcome> {
  const { settings } = context
  const { user, stored, session } = owner
  const userId = user.id
  // Read before the change, while this request's session still counts
  const { account } = await accountDetails(context, session)
  const epoch = stored?.epoch ?? FIRST_EPOCH
  const now = settings.now()
  const change = { userId, hash, byEmail: false, epoch, now }
  const next = await writePassword(accountRecords(context), change)
  if (next === undefined) throw new SessionRequired("Another request changed the password")
  // Another device may have signed this one out meanwhile
  if (!(await isStoredSession(settings, session.key))) {
    await restorePassword(accountRecords(context), { userId, stored, epoch: next })
    throw new SessionRequired("The user was signed out while they changed the password")
  }
  await emit(context, { type: PASSWORD_EVENTS[kind], userId, method: "password" })
  const { cookies, key } = await replaceSession(context, session, { epoch: next })
  await endOldCredentials(context, user, { currentSession: key })
  await emailPasswordChange(context, user, kind)
  const changed = { hasPassword: hash !== null, passwordChangedAt: hash === null ? null : new Date(now).toISOString() }
  const details = account && { ...withoutOldCredentials(account), ...changed }
  return context.wants === "json" ? { kind: "json", body: details, cookies } : returnToAccount(context, { cookies })
}

async function restorePassword(
  store: AccountRecordOperations,
  { userId, stored, epoch }: { userId: string; stored: StoredPassword | null; epoch: string },
): Promise<void> {
  const { hash = null, setAt = 0, byEmail, withFactor, resettable } = stored ?? {}
  const before = { hash, setAt, byEmail, withFactor, resettable }
  await changePasswordData(store, userId, (data) => ({
    data: data.epoch === epoch ? { ...data, ...before, epoch: newEpoch() } : undefined,
    result: undefined,
  }))
}
