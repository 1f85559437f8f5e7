import type { SetCookie, CookiesOptions } from "./options.ts"
import type { CookieJar } from "./jar.ts"

/** The cookie that remembers where a visitor wants to go; none where it says so already. */
export function storeCallbackUrl(jar: CookieJar, { callbackUrl }: CookiesOptions, target: string): SetCookie[] {
  return jar.get(callbackUrl.name) === target ? [] : [{ ...callbackUrl, value: target }]
}
