import {
  ERROR_PAGE_ERRORS,
  SIGN_IN_ERRORS,
  type CredentialField,
  type PublicProvider,
  type Theme,
} from "../../client/contract.ts"
import { normalizeEmail } from "../providers/email-address.ts"
import { LAST_USED_COOKIE, prefixedCookieName } from "../cookies/names.ts"
import type { RequestContext } from "../http/auth-request.ts"
import { issueFormToken } from "../sessions/csrf-check.ts"
import { oneOf } from "../http/one-of.ts"
import type { SetCookie } from "../cookies/options.ts"
import { publicProvider, usableProviders } from "../http/public-provider.ts"
import { readRememberChoice } from "../sessions/remember-me.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { readFormPrefill } from "../http/form-prefill.ts"

/** A provider as the sign-in card shows it. */
export interface ShownProvider extends PublicProvider {
  style?: object
  credentials?: Readonly<Record<string, CredentialField>>
}

/** What every visitor of a site's sign-in page is shown. */
export interface StaticProps {
  providers: ShownProvider[]
  notice: string | undefined
  siteName: string | undefined
  theme: Theme
}

/** What depends on who is shown it, and on the request. */
export interface RequestProps {
  /** Undefined where the service checks none. */
  csrfToken: string | undefined
  callbackUrl: string
  error: string | undefined
  code: string | undefined
  email: string | undefined
  /** Id of the provider whose sign-in failed. */
  failedProvider: string | undefined
  /** What was typed into that provider's form, without secrets. */
  values: Readonly<Record<string, string>> | undefined
  lastUsed: string | undefined
  /** Whether the box for staying signed in is ticked; undefined where there is none. */
  remember: boolean | undefined
}

/** What the kit's `SignIn` needs to know of the service and of the request that it is shown to. */
export interface SignInPageProps extends StaticProps, RequestProps {}

/** The same on a page of the app's own. */
export interface OwnPageProps extends SignInPageProps {
  /** Where the service is, for what the card's script fetches. */
  basePath: string
}

/** What a sign-in page shows, and the cookies that go with its forms. */
export async function signInProps(
  context: ActionContext,
  callbackUrl: string,
): Promise<{ props: SignInPageProps; cookies: readonly SetCookie[] }> {
  const { props: own, cookies } = await requestProps(context, callbackUrl)
  return { props: { ...staticProps(context), ...own }, cookies }
}

/** The visitor's part of {@link signInProps}. */
export async function requestProps(
  context: ActionContext,
  callbackUrl: string,
): Promise<{ props: RequestProps; cookies: readonly SetCookie[] }> {
  const { query } = context
  const { csrfToken, cookies } = await issueFormToken(context)
  const error = readErrorParam(query)
  const prefill = query.has("error") ? await readFormPrefill(context) : undefined
  const own = {
    csrfToken,
    callbackUrl,
    error,
    code: readCodeParam(query),
    email: normalizeEmail(query.get("email")) ?? prefill?.email,
    failedProvider: prefill?.provider,
    values: prefill?.values,
    lastUsed: lastUsedProvider(context),
    remember: readRememberChoice(context),
  }
  return { props: own, cookies }
}

/** The part of {@link signInProps} that is everybody's. */
export function staticProps(context: RequestContext): StaticProps {
  const { signInNotice: notice, siteName, theme } = context.settings
  return { providers: shownProviders(context), notice, siteName, theme }
}

/** The error that a page's query names; `OAuthCallback` is next-auth 4's name of one. */
export function readErrorParam(query: URLSearchParams): string | undefined {
  const error = query.get("error")
  const named = error === "OAuthCallback" ? "OAuthCallbackError" : error
  return oneOf(named, [...SIGN_IN_ERRORS, ...ERROR_PAGE_ERRORS])
}

/** The code beside it that tells one refusal from another, where it is one. */
export function readCodeParam(query: URLSearchParams): string | undefined {
  const code = query.get("code")
  return code !== null && /^[\w-]{1,64}$/.test(code) ? code : undefined
}

function shownProviders({ settings, site }: RequestContext): ShownProvider[] {
  return usableProviders(settings).map((provider) => ({
    ...publicProvider(provider, site),
    ...("style" in provider &&
      typeof provider.style === "object" &&
      provider.style !== null && { style: provider.style }),
    ...(provider.type === "credentials" && provider.credentials && { credentials: provider.credentials }),
  }))
}

function lastUsedProvider({ cookies, site, settings }: RequestContext): string | undefined {
  const id = cookies.get(prefixedCookieName(LAST_USED_COOKIE, site.secure))
  return id !== undefined && settings.providers.has(id) ? id : undefined
}
