import type { SetCookie, CookiesOptions } from "./options.ts"
import type { CookieJar } from "./jar.ts"

/** Returns the cookie that stores the callback URL, or nothing if the cookie already contains it. */
export function storeCallbackUrl(jar: CookieJar, { callbackUrl }: CookiesOptions, target: string): SetCookie[] {
  return jar.get(callbackUrl.name) === target ? [] : [{ ...callbackUrl, value: target }]
}
