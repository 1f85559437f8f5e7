import type { Page } from "./page.ts"

/** The entry of `VERSION_COOKIE`. A literal is half as long as an expression with that name. */
const VERSION_ENTRY = /(?:^|; )(?:__Host-)?latchkit\.version=([^;]*)/

/**
 * Returns the session's version from the cookie that the server sets for pages. Returns `undefined` without that
 * cookie.
 */
export function sessionVersion(page: Page): string | undefined {
  try {
    return VERSION_ENTRY.exec(page.document?.cookie as string)?.[1] // on a server, it reads "undefined"
  } catch {
    return undefined // a sandboxed frame has no cookies
  }
}
