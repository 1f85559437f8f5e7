import { parseSetCookie } from "cookie"
import type { CookieOptions } from "../cookies/options.ts"
import type { PlainResponse } from "./respond.ts"

/** A response as plain values. */
export interface ResponseInternal<Body = unknown> {
  status?: number
  headers?: Headers
  /** The value of a JSON response, or the text of a page. */
  body?: Body
  redirect?: string
  cookies?: { name: string; value: string; options: CookieOptions }[]
}

/** Converts a response to the format of `@auth/core`. */
export function toRaw({ status, headers: printed, cookies, body }: PlainResponse): ResponseInternal {
  const headers = new Headers(printed)
  const redirect = headers.get("location")
  headers.delete("location")
  const isJson = headers.get("content-type")?.startsWith("application/json")
  return {
    status,
    headers,
    ...(redirect !== null && { redirect }),
    ...(body !== null && { body: isJson ? (JSON.parse(body) as unknown) : body }),
    cookies: cookies.map((line) => {
      const { name, value = "", ...options } = parseSetCookie(line)
      return { name, value, options: options as CookieOptions } // parsed from a line that Latchkit wrote
    }),
  }
}
