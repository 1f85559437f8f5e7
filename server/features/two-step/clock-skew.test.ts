import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createKeyring } from "../../core/crypto/keyring.ts"
import { verifyTotpFactor } from "../../core/proofs/factors.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import { storeApp } from "../../test-kit/stored-app.ts"

const NOW = Date.UTC(2026, 10, 22, 20)
/** Ada has an authenticator app. `verify` checks the code of a step on an instance whose clock is `ahead` seconds fast. */
async function enrolledApp() {
  const store = MemoryAdapter()
  const time = { now: NOW }
  const instance = (ahead: number) => {
    const now = () => time.now + ahead * 1000
    return { settings: { keyring: createKeyring(["s".repeat(32)]), now, logger: { error: () => undefined } }, store }
  }
  const begun = await storeApp(instance(0), { userId: "ada" })
  time.now += 10 * 60_000
  const verify = async (ahead: number, step: number) => {
    const code = await totpCode(begun.secret, totpStep(time.now) + step)
    return (await verifyTotpFactor(instance(ahead), { userId: "ada", code })) === begun.id
  }
  return { verify, later: (seconds: number) => void (time.now += seconds * 1000) }
}

test("a code that an instance a day ahead accepted doesn't lock the right ones out elsewhere", async () => {
  const { verify } = await enrolledApp()
  expect(await verify(86_400, 2880)).toBe(true)
  expect(await verify(0, 0)).toBe(true)
  expect([await verify(0, 0), await verify(86_400, 2880), await verify(86_400, 2879)]).toEqual([false, false, false])
})

test("a code works once on instances whose clocks differ by 40 seconds", async () => {
  const { verify, later } = await enrolledApp()
  expect(await verify(0, 0)).toBe(true)
  expect(await verify(40, 2)).toBe(true)
  expect([await verify(0, 0), await verify(0, -1), await verify(40, 2), await verify(40, 0)]).toEqual(
    Array.from({ length: 4 }, () => false),
  )
  expect(await verify(0, 1)).toBe(true)
  later(60)
  expect([await verify(0, 0), await verify(0, -1)]).toEqual([false, false]) // the steps 2 and 1, used on both
  expect(await verify(0, 1)).toBe(true)
})
