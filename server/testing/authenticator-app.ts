import type { Session } from "../../client/contract.ts"
import type { AccountRecordOperations } from "../adapters/account-record.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import type { AuthConfigInput } from "../service/config.ts"
import type { AdapterOption, StrategyWith } from "../core/config/types.ts"
import type { JWT } from "../core/crypto/jwt-types.ts"
import { fromBase32 } from "../core/proofs/base32.ts"
import { storeTotp } from "../core/proofs/factors.ts"
import { createRecoveryCodes } from "../core/proofs/recovery-codes.ts"
import { createTotpSecret, totpCode, totpSecretText, totpStep } from "../core/proofs/totp.ts"
import { findOrCreateUser, settingsUnderTest, type AppUnderTest, type UserUnderTest } from "./config-under-test.ts"

/** An authenticator app that a test enrolled for a user. */
export interface TestAuthenticatorApp {
  /** The secret as the enrollment page shows it. */
  readonly secret: string
  /** The user's ten recovery codes. */
  readonly recoveryCodes: readonly string[]
  /**
   * Returns a code that the server accepts. Each code works once, so the second call returns the next one.
   *
   * @throws {Error} at the third call in 30 seconds
   */
  code(): Promise<string>
}

/**
 * Turns two-step verification on for a user, as an enrollment on the account page would. It looks the user up by id or
 * email, and creates the user if there is none.
 *
 * @example
 * const app = await enrollAuthenticatorApp(config, { email: "ada@example.com" })
 * await page.getByLabel("6-digit code").fill(await app.code())
 *
 * @throws {AuthError} if the configuration is invalid
 * @throws {TypeError} if its adapter can't store second factors
 */
export async function enrollAuthenticatorApp<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Req extends Request = Request,
  Seen = S,
>(
  config: AuthConfigInput<S, Token, A, Strategy, Req, Seen>,
  user: UserUnderTest,
  under: AppUnderTest = {},
): Promise<TestAuthenticatorApp> {
  const settings = await settingsUnderTest(config, under)
  const { adapter } = settings
  if (!adapter?.createAccountRecord) throw new TypeError("The adapter can't store second factors: add `accountTables`")
  const store = adapter as AccountRecordOperations // an adapter has all six operations or none
  const { id: found, email } = await findOrCreateUser(adapter, user)
  const userId = String(found) // some databases count their users
  const [id, secret, createdAt] = [crypto.randomUUID(), createTotpSecret(), settings.now()]
  // The previous code, so that the current one is still unused
  const used = { step: totpStep(createdAt) - 1 }
  const app = { id, userId, secret, name: "Test", createdAt, lastStep: used.step, provenAddress: email || undefined }
  await storeTotp({ settings, store }, app)
  return {
    secret: totpSecretText(secret),
    recoveryCodes: await createRecoveryCodes(store, { userId, now: settings.now() }),
    async code() {
      const current = totpStep(settings.now())
      const next = Math.max(used.step + 1, current)
      if (next > current + 1) throw new Error("All codes of this moment are used. Move the clock by 30 seconds")
      used.step = next
      return totpCode(secret, used.step)
    },
  }
}

/**
 * Returns the code that an authenticator app shows, for a test that enrolls on the page itself.
 *
 * @param secret the text on the enrollment page, or the address in its QR code
 * @param now milliseconds since the epoch
 */
export async function oneTimeCode(secret: string, now: number = Date.now()): Promise<string> {
  const text = secret.startsWith("otpauth:") ? (new URL(secret).searchParams.get("secret") ?? "") : secret
  const bytes = fromBase32(text.replaceAll(/\s/g, "").toUpperCase())
  if (!bytes?.length) throw new TypeError("The secret isn't base32. Pass the text on the page, or the otpauth address")
  return totpCode(bytes, totpStep(now))
}
