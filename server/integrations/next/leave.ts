import { parseSetCookie } from "cookie"
import { cookies } from "next/headers.js"
// What next/navigation exports on a server: by that name Node does not find it, and by next/navigation.js a bundler finds the browser part
import { redirect } from "next/dist/client/components/redirect.js"
import type { HelperResponse } from "../../api.ts"

/** Gives the browser the cookies, and sends it on; where the app goes itself, the address is answered. */
export async function redirectWithCookies({ url, cookies: lines }: HelperResponse, leaves: boolean): Promise<string> {
  await storeCookies(lines)
  return leaves ? redirect(url) : url
}

/** Cookies as Auth.js returns them. */
export function parseSetCookies(lines: readonly string[]) {
  return lines.map((line) => {
    const { name, value = "", ...options } = parseSetCookie(line)
    return { name, value, options }
  })
}

/** Gives the browser cookies, from a server action or a route handler. */
export async function storeCookies(lines: readonly string[]): Promise<void> {
  const jar = await cookies()
  for (const { name, value, options } of parseSetCookies(lines)) jar.set(name, value, options)
}
