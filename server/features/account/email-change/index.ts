import { changeEmailPage } from "../../../../components/html/feature-pages.ts"
import { accountDetails, withoutOldCredentials } from "../details.ts"
import { cancelEmailChanges } from "../../../core/mailbox/pending-email.ts"
import type { SetCookie } from "../../../core/cookies/options.ts"
import { AuthError, RejectedRequest } from "../../../errors.ts"
import { emit } from "../../../core/request/emit.ts"
import { emailedParams, checkReturn, pageUrl, returnTo, withSearchParams } from "../../../core/request/redirect-url.ts"
import type { Outcome } from "../../../core/request/outcome.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import type { LiveSession } from "../../../core/request/strategy.ts"
import { isSameId, userById, userStore } from "../../../core/users/users.ts"
import { commitEmailChange } from "./commit.ts"
import { requestAgain, requestEmailChange } from "./request.ts"
import { showForm } from "../../../core/pages/form.ts"
import {
  clearPending,
  findByToken,
  readPendingBrowser,
  redeemPendingCode,
  storeOpenedToken,
  type Pending,
} from "../../../core/mailbox/pending.ts"
import { rejectChange, returnToAccount } from "../page/render.ts"

const PAGE = "change-email"
/** Seconds until the page offers to send another email. */
const RESEND_DELAY = 30

/** `POST account` with a change of the address: emails its proof, or ends the changes that wait for one. */
export async function changeAddress(
  context: ActionContext,
  change: "change-email" | "cancel-email-change",
): Promise<Outcome> {
  const { settings, body } = context
  if (!settings.account.changeEmail) throw new RejectedRequest(400, `The account change ${change} isn't supported`)
  const session = await context.lookupSession()
  const userId = session.kind === "live" ? session.userId : undefined
  const user = userId === undefined ? null : await userById(userStore(settings), userId)
  if (!user || session.kind === "none") return rejectChange(context, "SessionRequired")
  if (change === "cancel-email-change") {
    if ((await cancelEmailChanges(context, user.id)) === 0) return rejectChange(context, "NotFound")
    await emit(context, { type: "emailChangeCanceled", userId: user.id })
    return backToAccount(context, session, clearPending(context))
  }
  const requested = await requestEmailChange(context, user, body.fields["email"])
  if (requested.error !== undefined) return rejectChange(context, requested.error, requested.retryAfter)
  if (context.wants === "json") return backToAccount(context, session, requested.cookies)
  return toPage(context, { status: "sent" }, requested.cookies)
}

async function backToAccount(
  context: ActionContext,
  session: LiveSession,
  cookies: readonly SetCookie[],
): Promise<Outcome> {
  if (context.wants === "json") {
    const { account, cookies: kept } = await accountDetails(context, session)
    return { kind: "json", body: account, cookies: [...kept, ...cookies] }
  }
  return returnToAccount(context, { cookies })
}

/** `GET change-email`: the page of the emailed link, or a page that asks for the emailed code. Changes nothing. */
export async function showChangeEmail(context: ActionContext): Promise<Outcome> {
  const { query } = context
  const openedToken = emailedParams(context).get("token")
  if (openedToken !== null)
    return toPage(context, { status: "confirm" }, [await storeOpenedToken(context, PAGE, openedToken)])
  const browser = await readPendingBrowser(context, PAGE)
  if (query.get("status") !== "confirm") {
    if (browser.email === undefined) throw unusable()
    return showPage(context, { status: "sent", email: browser.email, resent: query.has("resent") })
  }
  const pending = await findByToken(context, PAGE, browser.token)
  if (!pending) throw unusable()
  const session = await ownSession(context, pending)
  // A mistyped address belongs to someone else, who must not get the account
  if (!session) return { kind: "redirect", to: pageUrl(context, "signIn", { callbackUrl: thisPage(context) }) }
  return showPage(context, { status: "confirm", email: pending.data.email, token: browser.token })
}

/** `POST change-email`: proves the new address with the link or the code, or sends the email again. */
export async function changeEmail(context: ActionContext): Promise<Outcome> {
  const { code, token, resend } = context.body.fields
  const browser = await readPendingBrowser(context, PAGE)
  if (resend) return sendAgain(context, browser)
  if (token !== undefined) {
    const pending = await findByToken(context, PAGE, token)
    return pending ? confirm(context, pending) : reject(context)
  }
  const ownPending = browser.pending && (await ownSession(context, browser.pending)) ? browser.pending : undefined
  const proven = ownPending && (await redeemPendingCode(context, ownPending, code))
  if (proven) return confirm(context, proven)
  return fail(context, { status: "sent", email: browser.email, error: "InvalidCode" })
}

async function sendAgain(
  context: ActionContext,
  { pending, email }: Awaited<ReturnType<typeof readPendingBrowser>>,
): Promise<Outcome> {
  if (!pending || !(await ownSession(context, pending))) return reject(context)
  const again = await requestAgain(context, pending)
  if (!again) return toPage(context, { status: "sent", resent: "1" }, [])
  return fail(context, { status: "sent", email, error: "RateLimited", retryAfter: again.wait })
}

async function confirm(context: ActionContext, pending: Pending): Promise<Outcome> {
  const session = await ownSession(context, pending)
  if (!session) return toSignIn(context)
  // Read before the change, while this request's session still counts
  const { account } = await accountDetails(context, session)
  const changed = await commitEmailChange(context, { session, pending })
  if (!changed) return reject(context)
  const cookies = [...changed.cookies, ...clearPending(context)]
  const { email } = changed.user
  if (context.wants === "json") {
    const user = account && { ...account.user, email }
    const body = account && {
      ...withoutOldCredentials(account),
      user,
      email: { verified: true, pending: null },
    }
    return { kind: "json", body, cookies }
  }
  const to = await checkReturn(context, pending.data.callbackUrl ?? (await returnTo(context)))
  return { kind: "redirect", status: 303, to, cookies }
}

/** Returns this browser's session if it belongs to the user who asked for the change. */
async function ownSession(
  { lookupSession }: Pick<ActionContext, "lookupSession">,
  { record }: Pending,
): Promise<LiveSession | undefined> {
  const session = await lookupSession()
  return session.kind === "live" && isSameId(session.userId, record.userId) ? session : undefined
}

const thisPage = ({ site }: ActionContext) => `${site.url}/${PAGE}?status=confirm`

function toSignIn(context: ActionContext): Outcome {
  const to = pageUrl(context, "signIn", { callbackUrl: thisPage(context) })
  if (context.wants === "json") return { kind: "json", status: 401, body: { error: "SessionRequired", url: to } }
  return { kind: "redirect", status: 303, to }
}

const unusable = () =>
  new AuthError("Verification", "The link is unknown, used or has expired, or the address is taken")

function reject(context: ActionContext): Outcome {
  if (context.wants === "json")
    return { kind: "json", status: 400, body: { error: "Verification" }, cookies: clearPending(context) }
  throw unusable()
}

interface PageState {
  status: "sent" | "confirm"
  email?: string | undefined
  token?: string | undefined
  resent?: boolean
  error?: "InvalidCode" | "RateLimited"
  retryAfter?: number
}

function toPage({ site }: ActionContext, parameters: Record<string, string>, cookies: readonly SetCookie[]): Outcome {
  const to = withSearchParams(`${site.url}/${PAGE}`, site.origin, parameters)
  return { kind: "redirect", status: 303, to, cookies }
}

async function fail(context: ActionContext, state: PageState): Promise<Outcome> {
  const { error, retryAfter } = state
  const status = error === "RateLimited" ? 429 : 400
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
  if (context.wants === "json") return { kind: "json", status, body: { error }, headers }
  return { ...(await showPage(context, state, status)), headers }
}

async function showPage(context: ActionContext, state: PageState, status = 200): Promise<Outcome> {
  const { settings, site } = context
  const countdown = state.status === "sent" && { countdown: RESEND_DELAY }
  const props = { ...state, ...countdown, siteName: settings.siteName, basePath: site.basePath }
  return showForm(context, { props, body: props, status }, (page) => changeEmailPage(page))
}
