import { describe, expect, test } from "vitest"
import { ADA, signedIn } from "../../test-kit/pause-service.ts"
import { DEVICE, location, protectedAda, STEP } from "./protected-ada.fixture.ts"

describe("trusting a device", () => {
  test("asks for no second factor there for 30 days, and elsewhere it does (threat 440)", async () => {
    const { browser, prove, answer, code, time } = await protectedAda()
    const client = browser()
    await prove(client, "credentials")
    expect(client.jar.has(DEVICE)).toBe(false)
    await answer(client, { method: "totp", code: await code(), trust: "on" })
    expect(client.jar.has(DEVICE)).toBe(true)
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/")
    expect(location(await prove(browser(), "credentials"))).toBe(STEP)
    time.now += 30 * 24 * 3600 * 1000
    expect(location(await prove(client, "credentials"))).toBe(STEP)
  })

  test("proves nothing: a sign-in there has one factor (threats 440, 448)", async () => {
    const { auth, browser, prove, answer, code, time } = await protectedAda()
    const client = browser()
    await prove(client, "credentials")
    await answer(client, { method: "totp", code: await code(), trust: "on" })
    time.now += 3_600_000
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/")
    const request = client.request("/keys")
    await expect(auth.require(request, { factors: 2 })).rejects.toMatchObject({ type: "StepUpRequired", factors: 2 })
    await expect(auth.require(request)).rejects.toMatchObject({ type: "StepUpRequired", factors: 2 })
    expect(await auth.require(request, { factors: 1 })).toMatchObject({ user: { email: ADA.email } })
  })

  test("with a code counts for nothing once the app requires a phishing-resistant factor (threat 440)", async () => {
    const strict = { now: false }
    const { browser, prove, answer, open, code, authenticator } = await protectedAda({
      phishingResistant: () => strict.now,
    })
    const client = browser()
    await prove(client, "credentials")
    await answer(client, { method: "totp", code: await code(), trust: "on" })
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/")
    strict.now = true
    expect(location(await prove(client, "credentials"))).toBe(STEP)
    const { passkeyOptions } = await open(client)
    const data = authenticator.get(passkeyOptions as never)
    expect(location(await answer(client, { method: "passkey", data, trust: "on" }))).toBe("https://app.test/")
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/")
  })

  test("is off with `trustDevice: false`, whatever the form says", async () => {
    const { browser, prove, answer, code } = await protectedAda({ trustDevice: false })
    const client = browser()
    await prove(client, "credentials")
    await answer(client, { method: "totp", code: await code(), trust: "on" })
    expect(client.jar.has(DEVICE)).toBe(false)
  })
})

describe("a code by email", () => {
  test("is off by default (threat 428)", async () => {
    const { browser, prove, answer, newest } = await protectedAda()
    const client = browser()
    await prove(client, "credentials")
    const before = newest()
    expect(location(await answer(client, { method: "email" }))).toContain("InvalidCode")
    expect(newest()).toBe(before)
  })

  test("is a second factor after a password (threat 442)", async () => {
    const { browser, prove, answer, newest } = await protectedAda({ emailCode: true })
    const client = browser()
    await prove(client, "credentials")
    await answer(client, { method: "email" })
    const { code = "", identifier } = newest()
    expect(identifier).toBe(ADA.email)
    const other = browser()
    await prove(other, "credentials")
    await answer(other, { method: "email" })
    expect(location(await answer(other, { method: "email", code }))).toContain("InvalidCode")
    await answer(client, { method: "email", code })
    expect(await signedIn(client)).toBe(ADA.email)
  })

  test("never follows a proof of the same mailbox (threat 429)", async () => {
    const { browser, prove, answer, open } = await protectedAda({ emailCode: true })
    for (const method of ["magic link", "email code", "oidc"] as const) {
      const client = browser()
      await prove(client, method)
      expect((await open(client))["methods"]).not.toContain("email")
      expect(location(await answer(client, { method: "email" }))).toContain("InvalidCode")
      expect(await signedIn(client)).toBeNull()
    }
  })
})

test("`phishingResistant` accepts only a passkey (threat 428)", async () => {
  const { browser, prove, answer, open, code, codes, authenticator } = await protectedAda({
    phishingResistant: true,
    required: true,
  })
  const client = browser()
  await prove(client, "credentials")
  const { methods, passkeyOptions, attempt = "", csrfToken = "" } = await open(client)
  expect(methods).toEqual(["passkey"])
  expect(location(await answer(client, { method: "totp", code: await code() }))).toContain("InvalidCode")
  expect(location(await answer(client, { method: "recovery", code: codes[0] ?? "" }))).toContain("InvalidCode")
  const data = authenticator.get(passkeyOptions as never)
  const response = await client.post("/step/second-factor", { csrfToken, attempt, method: "passkey", data })
  expect(location(response)).toBe("https://app.test/")
  expect(await signedIn(client)).toBe(ADA.email)
})

test("a factor that can't be read still asks for a second factor (threat 436)", async () => {
  const { adapter, ada, browser, prove, open } = await protectedAda()
  const [factor] = await adapter.listAccountRecords("factor", ada.id)
  if (!factor) throw new Error("Ada has a factor")
  await adapter.updateAccountRecord({ ...factor, data: "{}" })
  const client = browser()
  expect(location(await prove(client, "credentials"))).toBe(STEP)
  expect((await open(client))["methods"]).toEqual(["passkey", "recovery"])
})
