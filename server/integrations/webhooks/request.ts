import { asError } from "../../errors.ts"
import type { Fetch } from "../../providers/types.ts"

/** Milliseconds that one try may take. */
const TIMEOUT = 5000

/** Why a try failed. */
export interface Failure {
  reason: string
  /** Whether another try may succeed. */
  again: boolean
}

/** Sends until it succeeds. @throws {Error} after the last try */
export async function retry(
  send: () => Promise<Failure | undefined>,
  { origin, retryAfter }: { origin: string; retryAfter: readonly number[] },
): Promise<void> {
  for (const wait of [...retryAfter, undefined]) {
    const failure = await send()
    if (!failure) return
    if (!failure.again || wait === undefined) throw new Error(`${origin} didn't take a webhook: ${failure.reason}`)
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}

/** Statuses below 500 after which another try may succeed: a timeout, a conflict, and too many requests. */
const TRY_AGAIN = new Set([408, 409, 425, 429])

/** Posts once. Returns the failure, if there was one. */
export async function post(
  fetch: Fetch,
  url: string,
  request: Pick<RequestInit, "body" | "headers">,
): Promise<Failure | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT),
      ...request,
    })
    await response.body?.cancel() // only the status counts, however long the body is
    if (response.ok) return undefined
    const { status } = response
    return { reason: `it responded with ${status}`, again: status >= 500 || TRY_AGAIN.has(status) }
  } catch (thrown) {
    return { reason: asError(thrown).message, again: true }
  }
}
