import { createRecoveryCodes } from "../../core/proofs/recovery-codes.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import { createSettings } from "../../service/features.ts"
import type { Step } from "../../core/config/step-options.ts"
import type { SecondFactorOptions } from "./options.ts"
import type { Bytes } from "../../core/crypto/bytes.ts"
import { pauseService, type Browser } from "../../test-kit/pause-service.ts"
import { storeApp } from "../../test-kit/stored-app.ts"

export const ATTEMPT = "__Host-latchkit.attempt"
export const DEVICE = "__Host-latchkit.device"
export const JSON_MODE = { "x-auth-return-redirect": "1" }

export const STEP = "https://app.test/auth/step/second-factor"
export const location = (response: Response) => response.headers.get("location")

/** Ada with an authenticator app and recovery codes. */
export async function protectedAda(
  secondFactor: SecondFactorOptions = {},
  strategy: "jwt" | "database" = "jwt",
  steps: readonly Step[] = [],
) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const config = { secondFactor, clock: () => time.now, steps }
  const service = await pauseService({ strategy, config })
  const { adapter, ada } = service
  const settings = createSettings({ secret: "s".repeat(32), adapter, clock: () => time.now }, { env: {} })
  const context = { settings, store: adapter }
  const enroll = async (): Promise<Bytes> => {
    const { secret } = await storeApp(context, { userId: ada.id, name: "Phone" })
    time.now += 60_000
    return secret
  }
  const secret = await enroll()
  const codes = await createRecoveryCodes(adapter, { userId: ada.id, now: time.now })
  const code = () => totpCode(secret, totpStep(time.now))
  const open = async (from: Browser) => (await (await from.get("/step", JSON_MODE)).json()) as Record<string, string> // the step's props
  const answer = async (from: Browser, fields: Record<string, string>, headers: HeadersInit = {}) => {
    const { attempt = "", csrfToken = "" } = await open(from)
    return from.post("/step/second-factor", { csrfToken, attempt, ...fields }, headers)
  }
  return { ...service, time, secret, codes, code, open, answer, context, enroll }
}
