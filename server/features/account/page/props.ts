import { accountDetails } from "../details.ts"
import type { AccountDetails } from "../../../../client/account-contract.ts"
import type { Theme } from "../../../../client/contract.ts"
import type { MessageOverrides } from "../../../../components/view/messages/types.ts"
import { toSitePath, type Site } from "../../../core/config/site.ts"
import type { SetCookie } from "../../../core/cookies/options.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { issueFormToken } from "../../../core/request/csrf-check.ts"
import { ACCOUNT_MESSAGES, cardMessages, cardTheme } from "../../../core/pages/sign-in-props.ts"
import { readAccountError } from "./render.ts"

/** All props of Latchkit's `Account` for your own page. */
export interface AccountPageProps {
  /** The response of `GET account`. `null` if no user is signed in. */
  details: AccountDetails | null
  /** Undefined if no CSRF check applies. */
  csrfToken: string | undefined
  /** The URL of the page, which its forms return to. */
  callbackUrl: string
  /** Why the last change was rejected. */
  error: string | undefined
  /** The base path, for the requests of the card's script. */
  basePath: string
  /** Your app's name, from the configuration. */
  siteName: string | undefined
  /** The part of the theme that the card needs. The stylesheet `{base}/theme.css` has the rest. */
  theme: Theme
  /** The card's language. `undefined` if it is English with Latchkit's own texts. */
  messages: MessageOverrides | undefined
}

/** Returns the props of the account card on the page at `url`, and the cookies that its forms need. */
export async function accountProps(
  context: ActionContext,
  url: URL,
): Promise<{ props: AccountPageProps; cookies: readonly SetCookie[] }> {
  const { settings, site, query } = context
  // Another helper extends the session and sets its cookie
  const { account } = await accountDetails(context, await context.lookupSession())
  const { csrfToken, cookies } = await issueFormToken(context)
  const props = {
    details: account,
    csrfToken,
    callbackUrl: pageWithoutError(url, site),
    error: readAccountError(query),
    basePath: site.basePath,
    siteName: settings.siteName,
    theme: cardTheme(settings.theme),
    messages: await cardMessages(context, ACCOUNT_MESSAGES),
  }
  return { props, cookies }
}

// The page belongs to the site, whatever the request's Host header says
function pageWithoutError({ pathname, searchParams }: URL, site: Site): string {
  const query = new URLSearchParams(searchParams)
  query.delete("error")
  return `${site.origin}${toSitePath(site, pathname)}${query.size > 0 ? `?${query}` : ""}`
}
