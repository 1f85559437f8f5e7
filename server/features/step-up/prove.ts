import type { ConfirmMethod } from "../../../components/step-up/confirm.view.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { factorContext, type FactorTries } from "../../core/proofs/records.ts"
import { markPasskeyFactorUsed, verifyOwnPasskey } from "../../core/proofs/own-passkey.ts"
import type { Proof } from "../../core/request/proofs.ts"
import { verifyFactorCode } from "../../core/proofs/user-factors.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { redeemConfirmCode } from "./email-code.ts"
import type { ConfirmState } from "./state.ts"
import { AuthError } from "../../errors.ts"
import { isSameId } from "../../core/users/users.ts"
import { identify } from "../../core/sign-in/callback.ts"
import { checkLimits } from "../../core/sign-in/check-limits.ts"
import { hmac } from "../../core/crypto/bytes.ts"
import { countInWindow } from "../../core/request/consume.ts"
import { countFactorTry } from "../../core/limits/factor-tries.ts"

/**
 * Checks the signed-in user's password, as their sign-in would: with the same limits, and for the user's own
 * identifier. If another user has that identifier and password, it proves nothing.
 */
export async function checkPassword(
  context: ActionContext,
  { user, password: check }: Pick<ConfirmState, "user" | "password">,
  { password = "" }: { password?: string | undefined },
): Promise<ConfirmResult> {
  if (!check || password === "") return { proof: undefined }
  const fields = Object.assign(Object.create(null) as Record<string, string>, check.identifiers, { password }) // no prototype, like a parsed form
  const signIn = { ...context, provider: check.provider, body: { fields, json: undefined } }
  const wait = await checkLimits(signIn, "credentials")
  if (wait !== undefined) return { wait }
  try {
    const verified = await identify(signIn)
    if ("kind" in verified || !isSameId(verified.identity.account.providerAccountId, user.id))
      return { proof: undefined }
    return { proof: verified.proof, cookies: verified.signedInCookies }
  } catch (thrown) {
    if (thrown instanceof AuthError && thrown.type === "CredentialsSignin") return { proof: undefined }
    throw thrown
  }
}

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

interface ProofForm {
  method: ConfirmMethod
  code?: string | undefined
  data?: string | undefined
  /** The counter of tries, which is stored with the factor. */
  tries?: FactorTries | undefined
}

/** The proof, unless it was wrong, or the seconds to wait after too many tries. */
export type ConfirmResult = { proof: Proof | undefined; cookies?: readonly SetCookie[] | undefined } | { wait: number }

/** Verifies a proof of the signed-in user. Nothing in the form says whose proof it is. */
export async function proveConfirm(
  context: ActionContext,
  state: ConfirmState,
  { method, code, data, tries }: ProofForm,
): Promise<ConfirmResult> {
  const { user } = state
  switch (method) {
    case "totp":
    case "recovery":
      return { proof: await verifyFactorCode(factorContext(context), { userId: user.id, method, code, tries }) }
    case "email":
      return { proof: (await redeemConfirmCode(context, state, code)) ? { kind: "email" } : undefined }
    case "passkey":
      return { proof: await verifyPasskey(context, user.id, data) }
    case "password": // see `sign-in/confirm/password.ts`
    case "provider": // proves itself in its callback
      return { proof: undefined }
  }
}

async function verifyPasskey(
  context: ActionContext,
  userId: string,
  data: string | undefined,
): Promise<Proof | undefined> {
  const verified = await verifyOwnPasskey(context, userId, data)
  if (!verified) return undefined
  if (context.settings.adapter?.createAccountRecord)
    await markPasskeyFactorUsed(factorContext(context), { userId, credentialId: verified.passkey.credentialID })
  return verified.proof
}
