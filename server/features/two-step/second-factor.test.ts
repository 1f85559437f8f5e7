import { describe, expect, test } from "vitest"
import { createRecoveryCodes } from "../../core/proofs/recovery-codes.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import { ADA, SIGN_IN_METHODS, signedIn } from "../../test-kit/pause-service.ts"
import { storeApp } from "../../test-kit/stored-app.ts"
import { JSON_MODE, location, protectedAda, STEP } from "./protected-ada.fixture.ts"

/** The response to a paused sign-in. */
interface Json {
  step?: string
  stepProps?: Record<string, string>
}
describe.each(["jwt", "database"] as const)("with the %s strategy", (strategy) => {
  test.each(SIGN_IN_METHODS.filter((method) => method !== "passkey"))(
    "a sign-in with %s asks for the second factor before there is a session (threat 401)",
    async (method) => {
      const { browser, prove, answer, code, events } = await protectedAda({}, strategy)
      const client = browser()
      expect(location(await prove(client, method))).toBe(STEP)
      expect(await signedIn(client)).toBeNull()
      expect(events).toEqual([])
      expect(location(await answer(client, { method: "totp", code: await code() }))).toBe("https://app.test/")
      expect(await signedIn(client)).toBe(ADA.email)
    },
  )

  test("a passkey that verified the user counts as two factors", async () => {
    const { browser, prove } = await protectedAda({}, strategy)
    const client = browser()
    expect(location(await prove(client, "passkey"))).toBe("https://app.test/")
    expect(await signedIn(client)).toBe(ADA.email)
  })
})

test("the step lists the user's methods, and never their address", async () => {
  const { browser, prove, open } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const step = await open(client)
  expect(step).toMatchObject({
    step: "second-factor",
    url: STEP,
    methods: ["passkey", "totp", "recovery"],
    account: "a••@app.test",
  })
  expect(JSON.stringify(step)).not.toContain(ADA.email)
})

test("a card loads the step as JSON, or `null` if there is none", async () => {
  const { browser, prove } = await protectedAda()
  const client = browser()
  const load = async () => (await client.get("/step", { accept: "application/json" })).json()
  expect(await load()).toBeNull()
  await prove(client, "credentials")
  expect(await load()).toMatchObject({ step: "second-factor", methods: ["passkey", "totp", "recovery"] })
})

test("the response to the first form has what the second one needs", async () => {
  const { browser, prove, code } = await protectedAda()
  const client = browser()
  const { step, stepProps = {} } = (await (await prove(client, "credentials", { mode: "JSON" })).json()) as Json
  expect([step, stepProps]).toMatchObject(["second-factor", { methods: ["passkey", "totp", "recovery"] }])
  const { csrfToken = "", attempt = "" } = stepProps
  const form = { csrfToken, attempt, method: "totp", code: await code() }
  const finished = await client.post("/step/second-factor", form, JSON_MODE)
  expect(await finished.json()).toEqual({ url: "https://app.test/" })
  expect(await signedIn(client)).toBe(ADA.email)
})

test("JSON names a wrong code with status 401", async () => {
  const { browser, prove, answer } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const response = await answer(client, { method: "totp", code: "000000" }, JSON_MODE)
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    url: `${STEP}?method=totp&error=InvalidCode`,
    step: "second-factor",
    error: "InvalidCode",
  })
  expect(await signedIn(client)).toBeNull()
})

test("a code works once, also in another browser (threat 423)", async () => {
  const { browser, prove, answer, code } = await protectedAda()
  const [one, other] = [browser(), browser()]
  await prove(one, "credentials")
  await prove(other, "credentials")
  const typed = await code()
  await answer(one, { method: "totp", code: typed })
  expect(await signedIn(one)).toBe(ADA.email)
  expect(location(await answer(other, { method: "totp", code: typed }))).toContain("InvalidCode")
  expect(await signedIn(other)).toBeNull()
})

test.each(["totp", "recovery"])(
  "of ten sign-ins at once with one %s code, one succeeds (threats 424, 438)",
  async (method) => {
    const { browser, prove, answer, code, codes } = await protectedAda({})
    const visitors = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const client = browser()
        await prove(client, "credentials")
        return client
      }),
    )
    const typed = method === "totp" ? await code() : (codes[0] ?? "")
    await Promise.all(visitors.map((client) => answer(client, { method, code: typed })))
    const users = await Promise.all(visitors.map(signedIn))
    expect(users.filter((user) => user !== null)).toHaveLength(1)
  },
)

test("a recovery code works once, as it is typed", async () => {
  const { browser, prove, answer, codes } = await protectedAda()
  const [first = ""] = codes
  const one = browser()
  await prove(one, "credentials")
  await answer(one, { method: "recovery", code: ` ${first.toLowerCase().replaceAll("-", " ")} ` })
  expect(await signedIn(one)).toBe(ADA.email)
  const other = browser()
  await prove(other, "credentials")
  expect(location(await answer(other, { method: "recovery", code: first }))).toContain("InvalidCode")
})

test("another user's factors prove nothing, whatever the form names (threat 402)", async () => {
  const { adapter, browser, prove, answer, context, time, ada } = await protectedAda()
  const eve = await adapter.createUser({ id: "eve", email: "eve@app.test", emailVerified: null, name: "Eve" })
  const begun = await storeApp(context, { userId: eve.id })
  const [evesCode = ""] = await createRecoveryCodes(adapter, { userId: eve.id, now: time.now })
  time.now += 60_000
  const client = browser()
  await prove(client, "credentials")
  const next = await totpCode(begun?.secret ?? new Uint8Array(), totpStep(time.now))
  const named = { userId: eve.id, user: eve.id, email: eve.email, factorId: begun?.id ?? "" }
  for (const fields of [
    { method: "totp", code: next, ...named },
    { method: "recovery", code: evesCode, ...named },
  ])
    expect(location(await answer(client, fields))).toContain("InvalidCode")
  expect(await signedIn(client)).toBeNull()
  expect((await adapter.listAccountRecords("factor", ada.id)).length).toBe(1)
})

test("guesses are counted over all attempts, methods and browsers (threat 425)", async () => {
  const { browser, prove, answer, code } = await protectedAda()
  const results: string[] = []
  for (let i = 0; i < 30; i++) {
    const client = browser()
    await prove(client, "credentials")
    results.push(location(await answer(client, { method: i % 2 ? "totp" : "recovery", code: "000000" })) ?? "")
  }
  expect(results.at(-1)).toContain("RateLimited")
  const attacker = browser()
  await prove(attacker, "credentials")
  expect(location(await answer(attacker, { method: "totp", code: await code() }))).toContain("RateLimited")
  expect(await signedIn(attacker)).toBeNull()
})
