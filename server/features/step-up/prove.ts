import type { ConfirmMethod } from "../../../components/view/confirm.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { factorContext, type FactorTries } from "../../core/proofs/records.ts"
import { markPasskeyFactorUsed } from "../../core/proofs/passkey-factors.ts"
import type { Proof } from "../../core/request/proofs.ts"
import { verifyFactorCode } from "../../core/proofs/user-factors.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { verifyOwnPasskey } from "../../core/proofs/own-passkey.ts"
import { redeemConfirmCode } from "./email-code.ts"
import type { ConfirmState } from "./state.ts"

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
