import { base64url, randomBytes } from "../core/crypto/bytes.ts"
import { storeTotp, type NewTotp } from "../core/proofs/factors.ts"
import type { FactorContext } from "../core/proofs/records.ts"
import { createTotpSecret, totpCode, totpStep } from "../core/proofs/totp.ts"

type StoredApp = Pick<NewTotp, "userId"> & Partial<NewTotp>

/** Stores an authenticator app whose current code is used up. `codeAt` returns the code of a time in milliseconds. */
export async function storeApp(context: FactorContext, app: StoredApp) {
  const [createdAt, secret] = [context.settings.now(), app.secret ?? createTotpSecret()]
  const fields = { id: base64url(randomBytes(16)), name: "", createdAt, lastStep: totpStep(createdAt), ...app, secret }
  const stored = await storeTotp(context, fields)
  if (!stored?.readable) throw new Error("The app can't be stored")
  return { id: fields.id, secret, codeAt: (now: number) => totpCode(secret, totpStep(now)) }
}
