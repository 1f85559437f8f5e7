import { VERSION_COOKIE } from "../contract.ts"
import type { Page } from "./page.ts"

const VERSION_ENTRY = new RegExp(`(?:^|; )(?:__Host-)?${VERSION_COOKIE.replace(".", "\\.")}=([^;]*)`)

/**
 * Returns the session's version from the cookie that the server sets for pages. Returns `undefined` without that
 * cookie.
 */
export function sessionVersion(page: Page): string | undefined {
  return VERSION_ENTRY.exec(page.document?.cookie ?? "")?.[1]
}
