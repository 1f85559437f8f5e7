import { hmac } from "../../core/crypto/hash.ts"
import type { ConfirmMethod } from "../../../components/view/confirm.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { FactorTries } from "../../core/proofs/records.ts"
import { countInWindow } from "../../core/request/consume.ts"
import { countFactorTry } from "../../core/limits/factor-tries.ts"
import type { ConfirmState } from "./state.ts"

/** How often one session may try to confirm in an hour. After that, its user must sign in again. */
const TRIES_PER_SESSION = { points: 15, seconds: 3600 }

/** Why a try must not be checked. */
export type RejectedTry = { readonly kind: "session over" } | { readonly kind: "wait"; readonly seconds: number }

/** A try that may be checked. */
interface AcceptedTry {
  readonly kind: "accepted"
  /** The counter, to be stored with the factor if the try succeeds. */
  readonly tries?: FactorTries | undefined
}

/**
 * Counts a try before it is checked. Codes and passkeys share their counters with sign-ins, so a stolen session gives
 * no more tries.
 */
export async function countConfirmTry(
  context: ActionContext,
  { session, user, lastUse, apps }: Pick<ConfirmState, "session" | "user" | "lastUse" | "apps">,
  method: ConfirmMethod,
): Promise<RejectedTry | AcceptedTry> {
  const { settings, site } = context
  const name = JSON.stringify([site.url, user.id, session.key])
  const key = `confirm:${await hmac(settings.secrets[0] ?? "", "confirm count", name)}`
  const count = await countInWindow(settings, key, TRIES_PER_SESSION.seconds)
  if (count > TRIES_PER_SESSION.points) return { kind: "session over" }
  if (method === "password" || method === "provider") return { kind: "accepted" }
  const { wait, ...counted } = await countFactorTry(context, { user }, { method, lastUse, apps })
  return wait === undefined ? { kind: "accepted", ...counted } : { kind: "wait", seconds: wait }
}
