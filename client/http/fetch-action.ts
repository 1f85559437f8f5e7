import type { Page } from "../page/page.ts"
import { RequestError } from "./errors.ts"

/** Requests `action`. @throws {RequestError} if the response isn't of the expected type */
export type FetchAction = <T>(
  action: string,
  is: (body: unknown) => body is T,
  init?: RequestInit,
) => Promise<{ body: T; status: number; date: number }>

/** Returns whether a response body is an object. */
export const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null && !Array.isArray(body)

/** Returns whether a response body has a non-empty string at `key`. */
export const hasString = <K extends string>(body: unknown, key: K): body is Record<K, string> =>
  isObject(body) && typeof body[key] === "string" && body[key] !== ""

declare const process: { env: { NODE_ENV?: string } } // bundlers replace exactly this expression

/** Creates the client's only `fetch`. `base` is the base path, prefixed with the origin if that is another one. */
export function createFetchAction(base: string, page: Page): FetchAction {
  return async (action, is, init) => {
    const response = await page.fetch(`${base}/${action}`, init).catch((cause: unknown) => {
      throw init?.signal?.aborted ? cause : new RequestError(action, undefined, cause)
    })
    const { status } = response
    const strayed = response.redirected && new URL(response.url).origin !== new URL(base, page.location?.href).origin
    const body: unknown = strayed ? undefined : await response.json().catch(() => undefined)
    // A rejected POST has its reason in the same shape as a success. Any other response must be a 2xx
    if (!is(body) || (!response.ok && !(status < 500 && hasString(body, "error")))) {
      try {
        if (process.env.NODE_ENV === "development")
          void import("./wrong-base-path.ts").then((it) => it.reportWrongBasePath({ base, page, action, response }))
      } catch {
        // Without a bundler `process` doesn't exist
      }
      throw new RequestError(action, status)
    }
    return { body, status, date: Date.parse(response.headers.get("date") ?? "") }
  }
}
