import { expect, test, type TestContext } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { AccountRecordOperations } from "../../server/adapters/account-record.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import type { AccountDetails } from "../../client/account-contract.ts"
import { createAuth } from "../../server/service/auth.ts"
import { createSettings } from "../../server/service/features.ts"
import { removeFactor, rewrapFactor, verifyTotpFactor } from "../../server/core/proofs/factors.ts"
import { createRecoveryCodes, recoveryCodesState, redeemRecoveryCode } from "../../server/core/proofs/recovery-codes.ts"
import { listFactors, type FactorContext } from "../../server/core/proofs/records.ts"
import { createRequestContext } from "../../server/core/request/auth-request.ts"
import { countFactorAttempt } from "../../server/core/limits/factor.ts"
import { enrollAuthenticatorApp } from "../../server/testing/authenticator-app.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { mintSession } from "../../server/testing/mint-session.ts"
import { passwordAccountService, signedIn } from "../../server/test-kit/password-account-service.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"
import { storeApp } from "../../server/test-kit/stored-app.ts"

const [OLD, NEW] = ["o".repeat(32), "n".repeat(32)]
const MINUTE = 60_000
const BASE = "https://app.test/auth"

/** Tests the races of second factors, the same for every database. */
export function factorSuite(adapter: () => Adapter): void {
  /** A user with an authenticator app. `as` is another process, with its own settings. */
  async function enroll(context: TestContext) {
    const store = adapter()
    if (!ACCOUNT_RECORD_OPERATIONS.every((name) => store[name])) return context.skip()
    const time = { now: Date.now() }
    const as = (...secret: string[]): FactorContext => ({
      settings: createSettings(passwordConfig({ secret, adapter: store, clock: () => time.now }), { env: {} }),
      store: store as AccountRecordOperations, // it has all of them
    })
    const userId = crypto.randomUUID()
    const add = async () => {
      const { id, codeAt } = await storeApp(as(OLD), { userId, name: "App" })
      time.now += 2 * MINUTE
      return { id, codeNow: () => codeAt(time.now) }
    }
    const move = (milliseconds: number) => void (time.now += milliseconds)
    return { as, add, move, userId, now: time.now, store: as(OLD).store }
  }

  const fifty = <T>(run: (turn: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 50 }, (_, turn) => run(turn)))

  test("accepts one of 50 parallel uses of a one-time code (threat 424)", async (context) => {
    const { as, add, userId } = await enroll(context)
    const { id, codeNow } = await add()
    const code = await codeNow()
    const processes = [as(OLD), as(NEW, OLD)]
    const used = await fifty((turn) => verifyTotpFactor(processes[turn % 2] ?? as(OLD), { userId, code }))
    expect(used.filter(Boolean)).toEqual([id])
  })

  test.each(["jwt", "database"] as const)(
    "one code posted by 50 sign-ins at once opens one %s session (threat 424)",
    async (strategy) => {
      const store = adapter()
      if (!ACCOUNT_RECORD_OPERATIONS.every((name) => store[name])) return
      const config = { session: { strategy }, secondFactor: {}, clock: Date.now, rateLimit: false } as const
      const { browser, post, signIn, signUp } = passwordAccountService({ adapter: store, config })
      const user = { email: `twice-${crypto.randomUUID()}@app.test`, password: "the password of two steps" }
      await signUp(browser(), user)
      const stored = (await store.getUserByEmail?.(user.email)) ?? expect.fail("no user")
      const app = await enrollAuthenticatorApp(
        { adapter: store, secret: "s".repeat(32), secondFactor: {}, providers: [] },
        { id: String(stored.id), email: user.email },
        { url: "https://app.test/auth" },
      )
      const waiting = await fifty(async () => {
        const from = browser()
        await signIn(from, user)
        const step: unknown = await (await from.get("/step", { accept: "application/json" })).json()
        return { from, attempt: String(Reflect.get(Object(step), "attempt")) }
      })
      const fields = { method: "totp", code: await app.code() }
      const responses = await Promise.all(
        waiting.map(({ from, attempt }) => post(from, "/step/second-factor", { ...fields, attempt })),
      )
      expect(responses.filter(({ status }) => status >= 500)).toEqual([])
      const entered = (await Promise.all(waiting.map(({ from }) => signedIn(from)))).filter(Boolean)
      expect(entered).toEqual([user.email])
    },
  )

  test("of two required factors removed at once in two processes, one stays (threat 497)", async (context) => {
    const store = adapter()
    if (!ACCOUNT_RECORD_OPERATIONS.every((name) => store[name])) return context.skip()
    const config = { secondFactor: { required: () => true }, rateLimit: false } as const
    const configWith = (own: Adapter) => passwordConfig({ ...config, adapter: own })
    const [one, other] = [store, { ...store }].map((own) => createAuth(configWith(own), { env: { AUTH_URL: BASE } }))
    const email = `required-${crypto.randomUUID()}@app.test`
    const amr = ["pwd", "otp", "mfa"] as const
    const { cookies, user } = await mintSession(configWith(store), { name: "Ada", email }, { url: BASE, amr })
    for (const _ of ["one", "two"])
      await enrollAuthenticatorApp(configWith(store), { id: String(user.id) }, { url: BASE })
    const jar = () => new Map(cookies.map(({ name, value }) => [name, { value: decodeURIComponent(value) }]))
    const [first, second] = [one, other].map((auth) => cookieClient(auth ?? expect.fail("two services"), jar()))
    const browsers = [first ?? expect.fail(), second ?? expect.fail()]
    const details = async () => (await (await browsers[0]?.get("/account"))?.json()) as AccountDetails // what the wire says
    const ids = (await details()).twoStep?.factors.map(({ id }) => id) ?? []
    expect(ids).toHaveLength(2)
    const responses = await Promise.all(
      browsers.map(async (browser, at) =>
        browser.postJson("/account", {
          csrfToken: await browser.csrfToken(),
          change: "remove-factor",
          id: ids[at] ?? "",
        }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await details()).twoStep?.factors).toHaveLength(1)
  })

  test("accepts no used one-time code again if the clock jumps back (threat 424)", async (context) => {
    const { as, add, userId, move } = await enroll(context)
    const { id, codeNow } = await add()
    const used = await codeNow()
    expect(await verifyTotpFactor(as(OLD), { userId, code: used })).toBe(id)
    move(-MINUTE / 2)
    expect(await verifyTotpFactor(as(OLD), { userId, code: used })).toBeUndefined()
    expect(await verifyTotpFactor(as(OLD), { userId, code: await codeNow() })).toBeUndefined()
    move(MINUTE)
    expect(await verifyTotpFactor(as(OLD), { userId, code: await codeNow() })).toBe(id)
  })

  test("accepts one of 50 parallel uses of a recovery code (threat 438)", async (context) => {
    const { store, userId, now } = await enroll(context)
    const [code, ...others] = await createRecoveryCodes(store, { userId, now })
    const left = await fifty(() => redeemRecoveryCode(store, { userId, now, code }))
    expect(left.filter((count) => count !== undefined)).toEqual([9])
    await Promise.all(others.map((other) => redeemRecoveryCode(store, { userId, now, code: other })))
    expect((await recoveryCodesState(store, userId))?.left).toBe(0)
  })

  test("never exceeds the limit of attempts in 50 parallel requests (threat 425)", async (context) => {
    const { userId } = await enroll(context)
    const config = passwordConfig({ adapter: adapter(), trustHost: true })
    const requestUrl = new URL("https://app.test/auth/step/second-factor")
    // Each request is one of another process
    const request = () =>
      createRequestContext(createSettings(config, { env: {} }), new Headers({ host: "app.test" }), { requestUrl })
    const attempt = { userId, method: "totp", knownBrowser: undefined, lastUse: null } as const
    const rejections = await fifty(() => countFactorAttempt(request(), attempt))
    expect(rejections.filter(({ rejected }) => !rejected)).toHaveLength(20)
  })

  test("a rotation brings no removed factor back, and loses no used code (threat 437)", async (context) => {
    const { as, add, userId } = await enroll(context)
    const [kept, removed] = [await add(), await add()]
    const code = await kept.codeNow()
    const rotating = as(NEW, OLD)
    const [, used] = await Promise.all([
      Promise.all([kept, removed, kept].map(({ id }) => rewrapFactor(rotating, { userId, id }))),
      Promise.all([1, 2, 3].map(() => verifyTotpFactor(rotating, { userId, code }))),
      removeFactor(as(OLD), { userId, id: removed.id }),
    ])
    expect(used.filter(Boolean)).toEqual([kept.id])
    expect(await listFactors(as(NEW), userId)).toMatchObject([{ id: kept.id, readable: true }])
    expect(await verifyTotpFactor(as(NEW), { userId, code })).toBeUndefined()
  })
}
