import { parseSetCookie } from "cookie"
import { cookies } from "next/headers.js"
// next/navigation exports this on a server. Node doesn't find that path, and for next/navigation.js bundlers use the
// browser's file
import { redirect } from "next/dist/client/components/redirect.js"
import type { HelperResponse } from "../../api.ts"

/** Sets the cookies and redirects, or returns the URL if the app redirects itself. */
export async function redirectWithCookies({ url, cookies: lines }: HelperResponse, leaves: boolean): Promise<string> {
  await storeCookies(lines)
  return leaves ? redirect(url) : url
}

/** Converts `Set-Cookie` lines to the format that Auth.js returns. */
export function parseSetCookies(lines: readonly string[]) {
  return lines.map((line) => {
    const { name, value = "", ...options } = parseSetCookie(line)
    return { name, value, options }
  })
}

/** Sets cookies in a server action or a route handler. */
export async function storeCookies(lines: readonly string[]): Promise<void> {
  const jar = await cookies()
  for (const { name, value, options } of parseSetCookies(lines)) jar.set(name, value, options)
}
