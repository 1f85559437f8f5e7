import {
  signUpPage,
  forgotPasswordPage,
  resetPasswordPage,
  changePasswordPage,
} from "../../../components/html/feature-pages.ts"
import type { PublicProvider } from "../../../client/contract.ts"
import type { PasswordFormResponse } from "../../../client/protocol.ts"
import { type PasswordSettings, passkeySignUpProvider } from "../../core/config/passwords.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { AuthError, type ErrorType } from "../../errors.ts"
import { emit } from "../../core/request/emit.ts"
import { messagesFor, providerNames, shownFields } from "../../core/request/language.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { offeredProviders } from "../../core/request/public-provider.ts"
import { namedReturn, pageUrl, withSearchParams } from "../../core/request/redirect-url.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { consumeMailbox } from "../../core/limits/mailbox.ts"
import { returnCookies, showForm } from "../../core/pages/form.ts"
import type { Awaitable } from "../../types.ts"
import {
  clearPending,
  readPendingBrowser,
  renewPending,
  type Pending,
  type PendingEmail,
  type PendingPurpose,
} from "../../core/mailbox/pending.ts"
import { logError, RETRY_STATUS, toRetryAfter } from "../../core/failures/outcome.ts"

/** The pages of `Password()`. */
export type PasswordPage = "sign-up" | "forgot-password" | "reset-password" | "change-password"

/** The parts of a page's props that depend on the request. */
export interface PageState {
  status?: "form" | "sent" | "confirm" | undefined
  email?: string | undefined
  token?: string | undefined
  error?: string | undefined
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  retryAfter?: number | undefined
  resent?: boolean | undefined
  invited?: boolean | undefined
  /** The text that the user typed, without passwords. */
  values?: Readonly<Record<string, string>> | undefined
  /** Already validated. @default the one that the request names */
  callbackUrl?: string | undefined
  hasPassword?: boolean | undefined
  cancelUrl?: string | undefined
}

/** Returns the settings of `Password()`. A route without them isn't on. */
export function requirePasswords({ settings }: Pick<ActionContext, "settings">): PasswordSettings {
  const passwords = settings.passwords
  if (passwords) return passwords
  throw new AuthError("InvalidConfiguration", "`Password()` isn't configured")
}

/** Seconds until the page offers to send another email. */
const RESEND_DELAY = 30

/** Renders a page of `Password()`, or returns the props of its card to a client that asks for JSON. */
export async function showPasswordPage(
  context: ActionContext,
  page: PasswordPage,
  state: PageState,
  { status = 200, cookies = [] }: { status?: number; cookies?: readonly SetCookie[] } = {},
): Promise<Outcome> {
  const { settings, site } = context
  const { minLength, fields } = settings.passwords ?? {}
  const passkey = passkeySignUpProvider(settings) && (settings.passwords ? ("optional" as const) : true)
  const providers = page === "sign-up" && !state.invited ? offeredProviders(context) : []
  const callbackUrl = state.callbackUrl ?? (await namedReturn(context))
  // An app's own sign-in page, to which the user may return, has no cookie of its own
  const stored = returnCookies(context, callbackUrl)
  const props = {
    ...state,
    callbackUrl,
    minLength,
    siteName: settings.siteName,
    basePath: site.basePath,
    ...(page === "sign-up" && { ...(await shownTexts(context, { fields, providers })), ...(passkey && { passkey }) }),
    ...((page === "sign-up" || page === "forgot-password") && { signInUrl: pageUrl(context, "signIn") }),
    ...(state.status === "sent" && { countdown: RESEND_DELAY }),
  }
  // A rejected form is shown at the path that it was sent to
  const form = { props, body: props, status, cookies: [...cookies, ...stored] }
  return showForm({ ...context, action: page }, form, (shown) => {
    // A form whose mailbox is proven needs no captcha
    const withoutCaptcha = { ...shown, slots: undefined, assets: { ...shown.assets, captchaScript: undefined } }
    const filled = state.token === undefined ? shown : withoutCaptcha
    if (page === "sign-up") return signUpPage(filled)
    const { status: formStatus, ...rest } = filled
    if (page === "reset-password") return resetPasswordPage(rest)
    if (page === "change-password") return changePasswordPage(rest)
    return forgotPasswordPage({ ...rest, status: formStatus === "sent" ? "sent" : "form" })
  })
}

/** Returns the app's own fields and the providers' names in the user's language. */
async function shownTexts(
  context: ActionContext,
  { fields, providers }: Pick<PasswordSettings, "fields"> & { providers: readonly PublicProvider[] },
) {
  const findName = await providerNames(context)
  return {
    fields: fields && shownFields(fields, await messagesFor(context)),
    providers: providers.map((provider) => ({ ...provider, name: findName(provider.id) ?? provider.name })),
  }
}

/** Shows the page after an email was sent, which asks for its code. */
export const showSent = (context: ActionContext, page: PasswordPage, email: string): Promise<Outcome> =>
  showPasswordPage(context, page, {
    status: "sent",
    email,
    resent: context.query.has("resent"),
    error: ["InvalidCode", "MissingCSRF"].find((known) => known === context.query.get("error")),
  })

/** Responds to a wrong code. A browser is redirected, so that "back" later leads to a page, and not to a sent form. */
export function rejectCode(
  context: ActionContext,
  page: PasswordPage,
  email: string | undefined,
): Outcome | Promise<Outcome> {
  const error = "InvalidCode"
  if (context.wants !== "page" || email === undefined)
    return rejectForm(context, page, { status: "sent", email, error })
  return { ...toPasswordPage(context, page, { status: "sent", error }, []), rejection: error }
}

/** Responds to a form that failed: its page again, or its errors as JSON. */
export async function rejectForm(
  context: ActionContext,
  page: PasswordPage,
  state: PageState,
  cookies: readonly SetCookie[] = [],
): Promise<Outcome> {
  const { error, fieldErrors = {}, retryAfter, values } = state
  const status = error === "RateLimited" ? 429 : (RETRY_STATUS[error as ErrorType] ?? 400) // other texts have no status
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
  if (context.wants === "page") {
    const shown = await showPasswordPage(context, page, state, { status, cookies })
    return { ...shown, headers, rejection: error ?? "InvalidForm" }
  }
  const body: PasswordFormResponse = {
    url: `${context.site.url}/${page}`,
    error: error ?? "InvalidForm",
    failed: true,
    fieldErrors,
    formErrors: error === undefined ? [] : [error],
    ...(error !== undefined && { code: error }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(values && { values }),
  }
  return { kind: "json", status, body, cookies, headers }
}

/**
 * Runs what a form does. If `beforeAttempt` or a full queue rejects it, the page shows the form again with its message,
 * in the state `shown`.
 */
export async function keepForm(
  context: ActionContext,
  { page, shown }: { page: PasswordPage; shown: PageState },
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof AuthError) || RETRY_STATUS[thrown.type] === undefined) throw thrown
    logError(thrown, context.settings.logger, { action: context.action })
    return rejectForm(context, page, { ...shown, error: thrown.type, retryAfter: toRetryAfter(thrown) })
  }
}

/** Redirects to a page of `Password()`. */
export function toPasswordPage(
  { site }: Pick<ActionContext, "site">,
  page: string,
  parameters: Record<string, string | undefined>,
  cookies: readonly SetCookie[],
): Outcome & { kind: "redirect" } {
  return {
    kind: "redirect",
    status: 303,
    to: withSearchParams(`${site.url}/${page}`, site.origin, parameters),
    cookies,
  }
}

/** Counts an email to a mailbox, also if no user has the address. Returns the seconds to wait after too many. */
export async function countEmail(context: ActionContext, email: string): Promise<number | undefined> {
  const wait = await consumeMailbox(context, email)
  return wait === undefined ? undefined : Math.max(1, Math.ceil(wait))
}

/** Sends the email that this browser asked for again. The response is the same for every address. */
export async function sendAgain(
  context: ActionContext,
  page: PasswordPage,
  { purpose, send }: { purpose: PendingPurpose; send(pending: Pending, secrets: PendingEmail): Awaitable<void> },
): Promise<Outcome> {
  const { pending, email } = await readPendingBrowser(context, purpose)
  if (!pending || email === undefined)
    return rejectForm(context, page, { error: "AttemptExpired" }, clearPending(context))
  const retryAfter = await countEmail(context, pending.data.email)
  const renewed = retryAfter === undefined ? await renewPending(context, pending) : { wait: retryAfter }
  if ("wait" in renewed)
    return rejectForm(context, page, { status: "sent", email, error: "RateLimited", retryAfter: renewed.wait })
  await emit(context, { type: "emailRequested", method: purpose, identifier: pending.data.email })
  await send(pending, renewed.email)
  return toPasswordPage(context, page, { status: "sent", resent: "1" }, [])
}

/** Returns the one address of a form, or `null`. */
export function formEmail({ body }: ActionContext): string | null {
  return normalizeEmail(body.fields["email"])
}
