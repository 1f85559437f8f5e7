import { RETURN_REDIRECT_HEADER } from "../../../client/protocol.ts"
import type { Settings } from "../config/settings.ts"
import type { Body } from "./body.ts"

/** The form of a response: JSON for a script, or a page. A script gets the redirect of a form as JSON, `{ url }`. */
export type Wants = "json" | "page"

interface WithHeaders {
  readonly headers: Headers
}

/** Actions whose JSON bodies Auth.js responds to with a redirect, which scripts of apps follow. */
const REDIRECTING: ReadonlySet<string> = new Set(["signin", "callback", "signout"])

/** Returns the form of the response to a request to the handler. */
export function wantedForm(
  { headers, action, body }: WithHeaders & { action: string; body: Body },
  { compatVersion }: Pick<Settings, "compatVersion">,
): Wants {
  if (headers.has(RETURN_REDIRECT_HEADER) || acceptsJson(headers)) return "json"
  if (compatVersion === 4 && body.fields["json"] === "true") return "json" // so the client of next-auth 4 asks
  return body.json !== undefined && !REDIRECTING.has(action) ? "json" : "page"
}

/** Returns the form of the response to a request to the app's own code, such as its page. */
export function wantedByApp({ headers }: WithHeaders): Wants {
  const isJson = headers.has(RETURN_REDIRECT_HEADER) || (isScript(headers) ?? acceptsJson(headers))
  return isJson ? "json" : "page"
}

/** Returns whether a script accepts JSON and no page. */
export function acceptsJson(headers: Headers): boolean {
  const accept = headers.get("accept") ?? ""
  return accept.includes("application/json") && !accept.includes("html")
}

/** Returns whether the browser will show the response as a page. A script that fetches JSON doesn't accept HTML. */
export const acceptsPage = ({ headers }: WithHeaders): boolean => headers.get("accept")?.includes("text/html") === true

/**
 * Returns whether a script sent a request, or the browser did for a part of a page. `undefined` if it doesn't say.
 *
 * @see [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header)
 */
export function isScript(headers: Headers): boolean | undefined {
  const mode = headers.get("sec-fetch-mode")
  return mode === null ? undefined : mode !== "navigate"
}

/**
 * Returns whether the browser will show the response as a page. A router that prefetches a link follows its redirect to
 * the sign-in page. It must get no cookies, because they would replace those of a sign-in that has just started. A
 * script that inserts pages itself accepts `text/html`.
 */
export const isNavigation = ({ headers }: WithHeaders): boolean =>
  isScript(headers) !== true || acceptsPage({ headers })
