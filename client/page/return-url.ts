import type { Page } from "./page.ts"

/**
 * Parameters of a page's query or fragment that hold a credential: `access_token`, `token`, `client_secret`,
 * `password`.
 */
const CREDENTIALS = /(?<=[?&#])[\w.-]*(?:token|secret|password)=[^&#]*&?/gi

/**
 * Returns the page's URL, which sign-in and sign-out return to by default. Credentials in its query or fragment are
 * removed, so that the server doesn't see, log or store them.
 */
export function returnUrl({ location }: Page): string {
  return location?.href.replace(CREDENTIALS, "").replace(/[?&#]+(?=#|$)/g, "") ?? "/"
}
