import { parseSetCookie } from "cookie"
import { cookies, headers } from "next/headers.js"
import * as server from "next/server.js"
import { platformWaitUntil } from "../../core/config/background.ts"
import type { HelperResponse } from "../../service/api.ts"

// Next 14 has neither. Webpack fails if a name that is missing there is read from the module itself
const { after, connection }: Partial<typeof server> = { ...server }

/**
 * Returns the request's headers. Next prefetches pages with headers but without a clock. `connection` keeps code that
 * reads the time, as every session does, out of such a prefetch.
 */
export async function requestHeaders(): Promise<Headers> {
  const storedHeaders = await headers()
  await Promise.resolve().then(connection).catch(unlessMocked)
  return storedHeaders
}

/** Returns the request of a server action or a server component, as helpers accept it. */
export const currentRequest = async (): Promise<{ headers: Headers }> => ({ headers: await requestHeaders() })

/** An app's unit tests mock `headers`, and have no request that `connection` finds. */
function unlessMocked(error: unknown): void {
  if (!String(error).includes("outside a request scope")) throw error
}

/** Sets the cookies and redirects. With `redirect: false`, returns the URL instead. */
export async function redirectWithCookies(
  { url, cookies: lines }: HelperResponse,
  { redirect: leaves = true }: { redirect?: boolean | undefined } = {},
): Promise<string> {
  await storeCookies(lines)
  if (!leaves) return url
  const { redirect } = await loadNavigation()
  return redirect(url)
}

// Next's bundlers find the server's file, and test runners the app's mock, by the name without an extension. Plain Node
// finds only the other name
const loadNavigation = () => import("next/navigation").catch(() => import("next/navigation.js"))

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

/**
 * Keeps the process running until `work` has settled. Next has `after` since 15.1, and it throws outside of a request
 * of the `app` folder. Then the platform keeps it running.
 */
export function keepRunning(work: Promise<unknown>): void {
  try {
    if (after) return after(work)
  } catch {
    // outside of such a request
  }
  platformWaitUntil()?.(work)
}
