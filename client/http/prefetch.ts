import type { Page } from "../page/page.ts"
import { keepResponse, sendRequest, type EarlyRequests } from "./early-requests.ts"

/** Each page's last request of `inSequence`. The clients of one page share its cookies, so they also share this. */
const LAST_REQUESTS = new WeakMap<Page, Promise<unknown>>()

/**
 * Runs `start` after the page's previous request in sequence. Each of them sets a cookie in a browser that has none. If
 * they ran in parallel, the later cookie would replace the cookie that a CSRF token or a sign-in already belongs to.
 */
export function inSequence<T>(page: Page, start: () => Promise<T>): Promise<T> {
  const current = Promise.resolve(LAST_REQUESTS.get(page)).then(start, start)
  LAST_REQUESTS.set(page, current)
  return current
}

/** Starts `GET action`, unless its response is already waiting. The call that needs it may not be loaded yet. */
export function prefetch(early: EarlyRequests, action: string): void {
  if (early.waiting.has(action)) return
  keepResponse(early, action, action === "csrf" ? inSequence(early.page, () => sendRequest(early, action)) : undefined)
}
