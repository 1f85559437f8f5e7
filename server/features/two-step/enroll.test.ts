import { describe, expect, test } from "vitest"
import { fromBase32 } from "../../core/proofs/base32.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import { createAuth } from "../../service/auth.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { killable, type WriteLog } from "../../test-kit/killed-adapter.ts"
import { ADA, pauseService, signedIn, type Browser } from "../../test-kit/pause-service.ts"
import { JSON_MODE, location } from "./protected-ada.fixture.ts"

describe("with `required`, a user without a factor", () => {
  async function unprotectedAda(strategy: "jwt" | "database" = "jwt") {
    const service = await pauseService({ strategy, config: { secondFactor: { required: true }, steps: [] } })
    const { adapter, ada } = service
    for (const { credentialID } of await adapter.listAuthenticatorsByUserId(ada.id))
      await adapter.deleteAuthenticator(credentialID)
    const open = async (from: Browser) => (await (await from.get("/step", JSON_MODE)).json()) as Record<string, string> // the step's props
    const answer = async (from: Browser, step: string, fields: Record<string, string>) => {
      const { attempt = "", csrfToken = "" } = await open(from)
      return from.post(`/step/${step}`, { csrfToken, attempt, ...fields })
    }
    return { ...service, open, answer }
  }

  test("proves the mailbox, sets up an app and saves the codes, and is then signed in (threat 434)", async () => {
    const { adapter, ada, browser, prove, open, answer, newest, notices } = await unprotectedAda()
    const client = browser()
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/auth/step/prove-mailbox")
    expect((await open(client))["methods"]).toEqual(["email"])
    const code = newest().code ?? ""
    expect(location(await answer(client, "prove-mailbox", { code: "nope" }))).toContain("InvalidCode")
    expect(location(await answer(client, "prove-mailbox", { code }))).toBe("https://app.test/auth/step/enroll-totp")
    const { secretText = "", otpauthUrl } = await open(client)
    expect(otpauthUrl).toContain(secretText.replaceAll(" ", ""))
    expect(location(await answer(client, "enroll-totp", { code: "000000" }))).toContain("InvalidCode")
    expect(await adapter.listAccountRecords("recovery-codes", ada.id)).toEqual([])
    const secret = fromBase32(secretText.replaceAll(" ", ""))
    const typed = await totpCode(secret ?? new Uint8Array(), totpStep(Date.now()))
    expect(location(await answer(client, "enroll-totp", { code: typed }))).toBe(
      "https://app.test/auth/step/recovery-codes",
    )
    expect((await open(client))["codes"]).toHaveLength(10)
    expect(notices).toMatchObject([{ kind: "factor-added", factor: "totp", identifier: ADA.email }])
    expect(await signedIn(client)).toBeNull()
    expect(location(await answer(client, "recovery-codes", {}))).toBe("https://app.test/")
    expect(await signedIn(client)).toBe(ADA.email)
  })

  test("whose factor an attacker set up removes it with the link of the email (threat 434)", async () => {
    const { adapter, ada, browser, prove, open, answer, notices } = await unprotectedAda("database")
    const attacker = browser()
    await prove(attacker, "magic link")
    const secret = fromBase32((await open(attacker))["secretText"]?.replaceAll(" ", "") ?? "")
    await answer(attacker, "enroll-totp", { code: await totpCode(secret ?? new Uint8Array(), totpStep(Date.now())) })
    await answer(attacker, "recovery-codes", {})
    expect(await signedIn(attacker)).toBe(ADA.email)
    const { url } = notices[0] ?? expect.fail("No email was sent")
    const owner = browser()
    expect((await owner.get(url)).status).toBe(200)
    expect(await signedIn(attacker)).toBe(ADA.email)
    const token = new URL(url).searchParams.get("token") ?? ""
    const undone = await owner.post("/undo", { csrfToken: await owner.csrfToken(), token })
    expect(location(undone)).toBe("https://app.test/auth/signin")
    expect(await signedIn(attacker)).toBeNull()
    expect(await adapter.listAccountRecords("factor", ada.id)).toEqual([])
    expect(await adapter.listAccountRecords("recovery-codes", ada.id)).toEqual([])
    const again = browser()
    expect(location(await prove(again, "credentials"))).toBe("https://app.test/auth/step/prove-mailbox")
  })

  /** Pauses Ada at the enrollment of an app. `finish` sends its code, and adds each write to the log. */
  async function enrollingAda(log: WriteLog) {
    const service = await unprotectedAda()
    const client = service.browser()
    await service.prove(client, "magic link")
    const { secretText = "", attempt = "", csrfToken = "" } = await service.open(client)
    const app = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("no secret")
    const step = totpStep(Date.now()) // the server also takes the next one, and still takes it half a minute later
    const codeAt = (later: number) => totpCode(app, step + later)
    const adapter = killable(service.adapter, log)
    const dying = createAuth({ ...service.settings, adapter }, { env: { AUTH_URL: "https://app.test/auth" } })
    const finish = async () =>
      cookieClient(dying, new Map(client.jar)).post("/step/enroll-totp", { attempt, csrfToken, code: await codeAt(0) })
    return { ...service, client, codeAt, finish }
  }

  test.each([
    ["the app is stored", "enroll-totp", (names: string[]) => names.indexOf("createAccountRecord")],
    [
      "the email's link is stored",
      "second-factor",
      (names: string[]) => names.indexOf("createAccountRecord", names.indexOf("createAccountRecord") + 1),
    ],
    ["the recovery codes are stored", "second-factor", (names: string[]) => names.lastIndexOf("createAccountRecord")],
    ["the attempt knows the proof", "second-factor", (names: string[]) => names.lastIndexOf("updateAccountRecord")],
  ])("loses nothing if the process dies before %s (threat 422)", async (_, openStep, placeIn) => {
    const whole: WriteLog = { names: [] }
    await (await enrollingAda(whole)).finish()
    const log: WriteLog = { names: [] }
    const { client, codeAt, finish, open, answer } = await enrollingAda(log)
    await new Promise<void>((died) => {
      const by = () => {
        died()
        return new Promise<never>(() => undefined)
      }
      log.die = { before: placeIn(whole.names), by }
      void finish()
    })
    expect(await signedIn(client)).toBeNull()

    expect((await open(client))["step"]).toBe(openStep)
    const next = await answer(client, openStep, { method: "totp", code: await codeAt(1) })
    expect(location(next)).toBe("https://app.test/auth/step/recovery-codes")
    expect((await open(client))["codes"]).toHaveLength(10)
    expect(location(await answer(client, "recovery-codes", {}))).toBe("https://app.test/")
    expect(await signedIn(client)).toBe(ADA.email)
  })

  test("has no more tries and emails at the mailbox's code by signing in again (threats 425, 442)", async () => {
    const { browser, prove, answer, newest } = await unprotectedAda()
    const codes = new Set<string>()
    const results: string[] = []
    for (let turn = 0; turn < 25; turn++) {
      const attacker = browser()
      await prove(attacker, "credentials")
      codes.add(newest().code ?? "")
      results.push(location(await answer(attacker, "prove-mailbox", { code: "000000" })) ?? "")
    }
    expect(codes.size).toBeLessThanOrEqual(5)
    expect(results.filter((result) => result.includes("InvalidCode"))).toHaveLength(20)
    expect(results.filter((result) => result.includes("RateLimited"))).toHaveLength(5)
  })

  test("enrolls without the mailbox right after a magic link", async () => {
    const { browser, prove } = await unprotectedAda()
    expect(location(await prove(browser(), "magic link"))).toBe("https://app.test/auth/step/enroll-totp")
  })

  test("can't use an enrollment of another attempt (threat 433)", async () => {
    const { browser, prove, open, answer } = await unprotectedAda()
    const [one, other] = [browser(), browser()]
    await prove(one, "magic link")
    await prove(other, "magic link")
    const { secretText = "" } = await open(one)
    const secret = fromBase32(secretText.replaceAll(" ", ""))
    const typed = await totpCode(secret ?? new Uint8Array(), totpStep(Date.now()))
    expect(location(await answer(other, "enroll-totp", { code: typed, secret: secretText }))).toContain("InvalidCode")
  })
})
