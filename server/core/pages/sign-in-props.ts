import { passkeySignUpProvider } from "../config/passwords.ts"
import { oneOf } from "../request/form.ts"
import {
  ERROR_PAGE_ERRORS,
  SIGN_IN_ERRORS,
  type ProviderMark,
  type PublicProvider,
  type Theme,
} from "../../../client/contract.ts"
import type { Settings } from "../config/settings.ts"
import { textIn } from "../../../components/view/text-in.ts"
import type { LinkLine, MarkLookup, ShownField } from "../../../components/view/types.ts"
import { footerLinksIn } from "./footer-links.ts"
import { browserErrors, passwordChanged, signInCard } from "../../../components/view/messages/en.ts"
import type { MessageOverrides, Messages, Translation } from "../../../components/view/messages/types.ts"
import { messagesFor, providerName, shownFields } from "../request/language.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { LAST_USED_COOKIE, prefixedCookieName } from "../cookies/names.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { issueFormToken, readBrowserSecret } from "../request/csrf-check.ts"
import { fill, withOverrides } from "../../../components/view/messages/fill.ts"
import type { SetCookie } from "../cookies/options.ts"
import { publicProvider, usableProviders } from "../request/public-provider.ts"
import { readRememberChoice } from "../sessions/session-cookies.ts"
import type { ActionContext } from "../request/action-context.ts"
import { pagesUrl } from "../request/cors.ts"
import { readFormPrefill } from "./form-prefill.ts"
import { identifierStep, providersForStep, type IdentifierStep } from "./identifier-step.ts"

/** A provider as the sign-in card shows it. */
export interface ShownProvider extends PublicProvider {
  /** The text of the button of a provider with a `label`, in the user's language. */
  label?: string
  style?: object
  credentials?: Readonly<Record<string, ShownField>>
  /** Its mark, on an app's own page. The built-in pages have all of them. */
  mark?: ProviderMark | undefined
}

/** The props that are the same for every user of a site. */
export interface StaticProps {
  providers: ShownProvider[]
  notice: string | undefined
  siteName: string | undefined
  theme: Theme
  /** The page to reset a forgotten password, if there are passwords. */
  forgotUrl: string | undefined
  /** The page to create an account, if anyone may. */
  signUpUrl: string | undefined
  /** The app's links at the end of the card, in the browser's language. */
  footerLinks: readonly LinkLine[] | undefined
}

/** The props that depend on the user and the request. */
export interface RequestProps {
  /** Undefined if no CSRF check applies. */
  csrfToken: string | undefined
  callbackUrl: string
  error: string | undefined
  /** The message for `error`, if only the server knows it: the browser blocks cookies. */
  sentence?: string
  code: string | undefined
  email: string | undefined
  /** Id of the provider whose sign-in failed. */
  failedProvider: string | undefined
  /** The values that the user typed into that provider's form, without secrets. */
  values: Readonly<Record<string, string>> | undefined
  lastUsed: string | undefined
  /** Whether the "Keep me signed in" checkbox is ticked, or `undefined` if there is none. */
  remember: boolean | undefined
}

/** All props of Latchkit's `SignIn` component. With `flow: "identifier-first"` they have its step too. */
export interface SignInPageProps extends StaticProps, RequestProps, Partial<Omit<IdentifierStep, "email">> {}

/** All props of `SignIn` on a page of the app's own. */
export interface OwnPageProps extends SignInPageProps {
  /** The base path, for the requests of the card's script. */
  basePath: string
  /** The card's language. `undefined` if it is English with Latchkit's own texts. */
  messages: MessageOverrides | undefined
}

/** Returns the props of a sign-in page, and the cookies that its forms need. */
export async function signInProps(
  context: ActionContext,
  callbackUrl: string,
): Promise<{ props: SignInPageProps; cookies: readonly SetCookie[] }> {
  const { props: own, cookies } = await requestProps(context, callbackUrl)
  const props = { ...staticProps(context, await messagesFor(context)), ...own }
  return { props: await withStep(context, props), cookies }
}

/** Adds the step of a sign-in that asks for the address first, if the configuration says so. */
export async function withStep<Props extends StaticProps & Omit<RequestProps, "csrfToken">>(
  context: ActionContext,
  props: Props,
): Promise<Props & Partial<IdentifierStep>> {
  if (context.settings.flow !== "identifier-first") return props
  const step = await identifierStep(context, props)
  return { ...props, ...step, providers: providersForStep(context, step, props.providers) }
}

/** Returns the part of {@link signInProps} that depends on the user. */
export async function requestProps(
  context: ActionContext,
  callbackUrl: string,
): Promise<{ props: RequestProps; cookies: readonly SetCookie[] }> {
  const { csrfToken, cookies } = await issueFormToken(context)
  return { props: { csrfToken, ...(await cardProps(context, callbackUrl)) }, cookies }
}

/** Returns the same without the CSRF token and its cookie. */
export async function cardProps(context: ActionContext, callbackUrl: string): Promise<Omit<RequestProps, "csrfToken">> {
  const { query } = context
  const error = readErrorParam(query)
  const prefill = query.has("error") ? await readFormPrefill(context) : undefined
  // The redirect with this error has set the cookie
  const isBlocked = error === "MissingCSRF" && !(await readBrowserSecret(context))
  return {
    callbackUrl,
    error,
    ...(isBlocked && { sentence: withOverrides(browserErrors, (await messagesFor(context)).errors).CookiesBlocked }),
    code: readCodeParam(query),
    email: normalizeEmail(query.get("email")) ?? prefill?.email,
    failedProvider: prefill?.provider,
    values: prefill?.values,
    lastUsed: lastUsedProvider(context),
    remember: readRememberChoice(context),
  }
}

/** The texts of the sign-in card and of the steps that it can show. */
const SIGN_IN_MESSAGES = [
  "language",
  "signIn",
  "errors",
  "errorPage",
  "passkey",
  "secondFactor",
  "twoStep",
  "email",
  "fields",
  "identifierFirst",
] as const

/** The texts of the account card and of the dialog that confirms who the user is. */
export const ACCOUNT_MESSAGES = [
  "language",
  "account",
  "signIn",
  "errors",
  "errorPage",
  "passkey",
  "password",
  "secondFactor",
  "twoStep",
  "email",
  "fields",
  "confirm",
] as const

/**
 * Returns the texts of the sign-in card, or of these groups, in the browser's language. Returns `undefined` for the
 * texts that the card has without props: English, unless the app changed it.
 */
export async function cardMessages(
  context: Pick<RequestContext, "settings" | "headers">,
  groups: readonly (keyof Messages)[] = SIGN_IN_MESSAGES,
): Promise<MessageOverrides | undefined> {
  const messages = await messagesFor(context)
  const { lang } = messages.language
  if (lang === "en" && !Object.hasOwn(context.settings.messages, lang)) return undefined
  return Object.fromEntries(groups.map((group) => [group, messages[group]]))
}

/** The query of the sign-in page after a reset, so that it says that the password was changed. */
export const PASSWORD_CHANGED = { changed: "password" }

/** Returns the part of {@link signInProps} that is the same for every user. */
export function staticProps(
  context: RequestContext & { readonly query?: URLSearchParams },
  messages: Translation,
): StaticProps {
  const { settings, query } = context
  const { passwords, signInNotice, siteName, theme } = settings
  const own = signInNotice === undefined ? undefined : textIn(signInNotice, { messages })
  const isChanged = query?.get("changed") === PASSWORD_CHANGED.changed
  const changed = isChanged ? withOverrides(passwordChanged, messages.password).changed : undefined
  const notice = [changed, own].filter(Boolean).join("\n") || undefined
  const page = (name: string, isOn: boolean) => (isOn ? `${pagesUrl(context)}/${name}` : undefined)
  const signUpUrl = page("sign-up", passwords?.signUp === "open" || passkeySignUpProvider(settings) !== undefined)
  const footerLinks = settings.footerLinks && footerLinksIn(settings.footerLinks, messages)
  const links = { forgotUrl: page("forgot-password", passwords !== undefined), signUpUrl, footerLinks }
  return { providers: shownProviders(context, messages), notice, siteName, theme: cardTheme(theme), ...links }
}

/** Returns the part of a theme that a card needs. Its stylesheet has the rest, so that no inline style is needed. */
export function cardTheme({ brand, brandColor, buttonText, colorScheme, logo }: Theme): Theme {
  return { ...(brand === undefined && { brandColor, buttonText }), colorScheme, logo }
}

/** Returns the lookup of logos. A provider's own logo comes first, and then the built-in one of its id. */
export async function markLookup({ providers }: Settings): Promise<MarkLookup> {
  const { builtInMark } = await import("../../../components/view/marks/built-in.ts")
  return (id) => providers.get(id)?.mark ?? builtInMark(id)
}

/** Completes the props for an app's own page. Its browser has no other marks, and its links say where to return. */
export async function forOwnPage<Props extends StaticProps & Pick<RequestProps, "callbackUrl">>(
  { forgotUrl, signUpUrl, ...props }: Props,
  { settings, site }: Pick<RequestContext, "settings" | "site">,
) {
  const marks = await markLookup(settings)
  const query = props.callbackUrl === site.home ? "" : `?${new URLSearchParams({ callbackUrl: props.callbackUrl })}`
  const links = { forgotUrl: forgotUrl && forgotUrl + query, signUpUrl: signUpUrl && signUpUrl + query }
  return { ...props, ...links, providers: props.providers.map((one) => ({ ...one, mark: marks(one.id) })) }
}

/** Returns the error of a page's query. `OAuthCallback` is next-auth 4's name of `OAuthCallbackError`. */
export function readErrorParam(query: URLSearchParams): string | undefined {
  const named = query.get("error")?.replace(/^OAuthCallback$/, "OAuthCallbackError")
  return oneOf(named, [...SIGN_IN_ERRORS, ...ERROR_PAGE_ERRORS])
}

/** Returns the error code of a page's query, if it is valid. */
export function readCodeParam(query: URLSearchParams): string | undefined {
  const code = query.get("code")
  return code !== null && /^[\w-]{1,64}$/.test(code) ? code : undefined
}

function shownProviders({ settings, site }: RequestContext, messages: Translation): ShownProvider[] {
  const { continueWith } = withOverrides(signInCard, messages.signIn)
  return usableProviders(settings).map((provider) => ({
    ...publicProvider(provider, site),
    name: providerName(provider, messages),
    ...("label" in provider &&
      provider.label && { label: fill(continueWith, { provider: providerName(provider, messages) }) }),
    ...("style" in provider &&
      typeof provider.style === "object" &&
      provider.style !== null && { style: provider.style }),
    ...(provider.type === "credentials" &&
      provider.credentials && { credentials: shownFields(provider.credentials, messages) }),
  }))
}

function lastUsedProvider({ cookies, site, settings }: RequestContext): string | undefined {
  const id = cookies.get(prefixedCookieName(LAST_USED_COOKIE, site.secure))
  return id !== undefined && settings.providers.has(id) ? id : undefined
}
