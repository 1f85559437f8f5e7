import type { Page } from "./page.ts"

/** Parameters of a page's query or fragment that hold a credential: `access_token`, `token`, `client_secret`, `password`. */
const CREDENTIALS = /(?<=[?&#])[\w.-]*(?:token|secret|password)=[^&#]*&?/gi

/**
 * Returns the URL of the page, which signing in or out returns to unless the app names another one. Credentials in its query or
 * fragment are left out: they aren't the server's to see, log or keep in a cookie.
 */
export function returnUrl({ location }: Page): string {
  return location?.href.replace(CREDENTIALS, "").replace(/[?&#]+(?=#|$)/g, "") ?? "/"
}
