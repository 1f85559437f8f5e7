import { VERSION_COOKIE } from "../contract.ts"
import type { Page } from "./page.ts"

const VERSION_ENTRY = new RegExp(`(?:^|; )(?:__Host-)?${VERSION_COOKIE.replace(".", "\\.")}=([^;]*)`)

/** The version of the session that the service left for pages to read; undefined where it left none. */
export function sessionVersion(page: Page): string | undefined {
  return VERSION_ENTRY.exec(page.document?.cookie ?? "")?.[1]
}
