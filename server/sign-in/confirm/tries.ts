import { hmac } from "../../crypto/hash.ts"
import type { ConfirmMethod } from "../../../components/view/confirm.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import { countInWindow } from "../limits/consume.ts"
import { countFactorTry } from "../steps/factor-state.ts"
import type { ConfirmState } from "./state.ts"

/** How often one session may try to confirm in an hour. After that, its user must sign in again. */
const TRIES_PER_SESSION = { points: 15, seconds: 3600 }

/** Why a try must not be checked. */
export type RejectedTry = { readonly kind: "session over" } | { readonly kind: "wait"; readonly seconds: number }

/**
 * Counts a try before it is checked. Codes and passkeys share their counters with sign-ins, so a stolen session gives no
 * more tries.
 */
export async function countConfirmTry(
  context: ActionContext,
  { session, user, lastUse }: Pick<ConfirmState, "session" | "user" | "lastUse">,
  method: ConfirmMethod,
): Promise<RejectedTry | undefined> {
  const { settings, site } = context
  const name = JSON.stringify([site.url, user.id, session.key])
  const key = `confirm:${await hmac(settings.secrets[0] ?? "", "confirm count", name)}`
  const count = await countInWindow(settings, key, TRIES_PER_SESSION.seconds)
  if (count > TRIES_PER_SESSION.points) return { kind: "session over" }
  if (method === "password" || method === "provider") return undefined
  const wait = await countFactorTry(context, { user }, { method, lastUse })
  return wait === undefined ? undefined : { kind: "wait", seconds: wait }
}
