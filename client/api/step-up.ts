import { isObject } from "../http/fetch-action.ts"
import type { StepUpDemand } from "../protocol.ts"

/** Asks the user to confirm who they are. Resolves to whether they did. */
export type ConfirmStepUp = (demand: StepUpDemand) => Promise<boolean>

/**
 * Runs a function. If the server asks for a confirmation instead, confirms and runs the function again, once. If the
 * user cancels, returns or throws what the first run did.
 */
export async function runWithStepUp<T>(run: () => T | Promise<T>, confirm: ConfirmStepUp): Promise<T> {
  const first = await settle(run)
  const demand = await readStepUpDemand(first.failed ? first.reason : first.value)
  if (demand && (await confirm(demand))) return run()
  if (first.failed) throw first.reason
  return first.value
}

type Settled<T> = { failed: false; value: T } | { failed: true; reason: unknown }

async function settle<T>(run: () => T | Promise<T>): Promise<Settled<T>> {
  try {
    return { failed: false, value: await run() }
  } catch (reason) {
    return { failed: true, reason }
  }
}

/** The properties in which errors of HTTP clients keep the response or its body. */
const NESTED = ["response", "data", "body"] as const
const MAX_DEPTH = 2

/**
 * Returns what the server requires, if a result or an error says so. It can be a `Response` with the challenge of RFC
 * 9470, or an object with the same body. An HTTP client's error has one of both.
 *
 * @see [RFC 9470, section 3](https://www.rfc-editor.org/rfc/rfc9470#section-3)
 */
export async function readStepUpDemand(result: unknown, depth = 0): Promise<StepUpDemand | undefined> {
  if (!isObject(result)) return undefined
  if (result instanceof Response) return readResponse(result)
  if (result["error"] === "StepUpRequired") return toDemand(isObject(result["cause"]) ? result["cause"] : result)
  if (depth === MAX_DEPTH) return undefined
  for (const name of NESTED) {
    const demand = await readStepUpDemand(result[name], depth + 1)
    if (demand) return demand
  }
  return undefined
}

/** The values of `acr_values` in Latchkit's challenges. */
const ACR = {
  phishingResistant: "phr",
  multiFactor: "http://schemas.openid.net/pape/policies/2007/06/multi-factor",
} as const

async function readResponse(response: Response): Promise<StepUpDemand | undefined> {
  if (response.status !== 401) return undefined
  const challenge = response.headers.get("www-authenticate") ?? ""
  const isJson = response.headers.get("content-type")?.includes("json") && !response.bodyUsed
  const body: unknown = isJson
    ? await response
        .clone()
        .json()
        .catch(() => undefined)
    : undefined
  if (isObject(body) && body["error"] === "StepUpRequired") return toDemand(body)
  if (!challenge.includes("insufficient_user_authentication")) return undefined
  const acr = /acr_values="([^"]*)"/.exec(challenge)?.[1]?.split(" ") ?? []
  return toDemand({
    maxAge: Number(/max_age="?(\d+)/.exec(challenge)?.[1]),
    factors: acr.includes(ACR.multiFactor) ? 2 : undefined,
    phishingResistant: acr.includes(ACR.phishingResistant),
  })
}

// The response's URL isn't used: another origin's response must not choose where the user confirms
function toDemand({ maxAge, factors, phishingResistant }: Record<string, unknown>): StepUpDemand {
  return {
    maxAge: toMaxAge(maxAge),
    ...(factors === 2 && { factors }),
    ...(phishingResistant === true && { phishingResistant }),
  }
}

const DEFAULT_MAX_AGE = 600

const toMaxAge = (found: unknown) =>
  typeof found === "number" && Number.isInteger(found) && found >= 0 ? found : DEFAULT_MAX_AGE

/** Returns the query of the confirmation's page. */
export function stepUpQuery({ maxAge, factors, phishingResistant }: StepUpDemand): URLSearchParams {
  const query = new URLSearchParams({ max_age: String(maxAge) })
  if (factors === 2) query.set("factors", "2")
  if (phishingResistant) query.set("phishing_resistant", "1")
  return query
}
