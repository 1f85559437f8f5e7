import { describe, expect, test } from "vitest"
import type { AccountDetails } from "../../../client/account-contract.ts"
import type { AuthConfig } from "../../service/config.ts"
import { fromBase32 } from "../proofs/base32.ts"
import { totpCode, totpStep } from "../proofs/totp.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import { pauseService, signedIn, type Browser } from "../../test-kit/pause-service.ts"

const SCRIPT = { accept: "application/json" }
const EMAIL = "bob@app.test"
const BOB = { sub: "bob", email: EMAIL, email_verified: true, name: "Bob" }
const WORK = { sub: "bob-at-work", email: "bob@work.test", email_verified: true }
const STEP = "https://app.test/auth/step/second-factor"
const location = (response: Response) => response.headers.get("location") ?? ""

/** Bob signs in with providers only, so no email has proven his address. */
async function bobService(config: Partial<AuthConfig> = {}) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const service = await pauseService({
    strategy: "database",
    more: [{ ...ACME, id: "work", name: "Work" }],
    config: { secondFactor: {}, clock: () => time.now, steps: [], ...config },
  })
  const { adapter, issuer, browser, newest } = service
  const enter = async (from: Browser, person: Record<string, unknown> = BOB, provider = "acme") => {
    const started = await from.post(`/signin/${provider}`, { csrfToken: await from.csrfToken() })
    return from.get(`/callback/${provider}?${issuer.authorize(location(started), person)}`)
  }
  const post = async (from: Browser, path: string, fields: Record<string, string>) =>
    from.post(path, { csrfToken: await from.csrfToken(), ...fields })
  const code = (secretText = "") =>
    totpCode(fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("no secret"), totpStep(time.now))
  /** Adds an authenticator app on the account's page, or in the step at `path`. */
  const enroll = async (from: Browser, card: string, path: string) => {
    const shown = (await (await from.get(card, SCRIPT)).json()) as Record<string, string> // the card's props
    const { attempt = "", secretText } = shown
    const added = await post(from, path, { attempt, code: await code(secretText) })
    time.now += 60_000
    return { added, code: () => code(secretText) }
  }
  /** Confirms with a code of the authenticator app. */
  const confirm = async (from: Browser, code: string) => {
    const page = "/confirm?max_age=600&factors=2"
    const { attempt = "" } = (await (await from.get(page, SCRIPT)).json()) as Record<string, string> // the card's props
    await post(from, page, { attempt, method: "totp", code })
  }
  const bob = async () => (await adapter.getUserByEmail(EMAIL)) ?? expect.fail("Bob wasn't created")
  /** Signs in with the mailbox alone, in a new browser. */
  const byMailbox = async () => {
    const from = browser()
    await post(from, "/signin/email", { email: EMAIL })
    const opened = await from.get(newest().url.replace("https://app.test/auth", ""))
    return { from, to: location(opened) }
  }
  const factors = async () => adapter.listAccountRecords("factor", (await bob()).id)
  return { ...service, enter, post, enroll, confirm, byMailbox, factors, bob }
}

const unlink = async ({ post }: Awaited<ReturnType<typeof bobService>>, from: Browser) => {
  const { accounts } = (await (await from.get("/account", SCRIPT)).json()) as AccountDetails // its contract
  const { id = "" } = accounts?.find(({ provider }) => provider === "acme") ?? {}
  await post(from, "/account", { change: "unlink", id })
}

describe("a mailbox alone skips no second factor that its owner set up with a proven address (threat 435)", () => {
  test.each([
    ["nothing else happened", []],
    ["another account with another address was linked", ["link"]],
    ["the account that proved the address was unlinked", ["link", "unlink"]],
  ])("if %s", async (_, changes) => {
    const service = await bobService()
    const { adapter, browser, enter, enroll, confirm, byMailbox, factors, bob } = service
    const own = browser()
    await enter(own)
    const { added, code } = await enroll(own, "/two-step/totp?callbackUrl=/me", "/two-step/totp?callbackUrl=/me")
    expect(added.status).toBe(200)
    await confirm(own, await code())
    if (changes.includes("link")) await enter(own, WORK, "work")
    if (changes.includes("unlink")) await unlink(service, own)
    expect(await adapter.listAccounts((await bob()).id)).toHaveLength(changes.length === 1 ? 2 : 1)
    expect((await bob()).emailVerified).toBeNull()
    const { from, to } = await byMailbox()
    expect([to, await signedIn(from)]).toEqual([STEP, null])
    expect([await signedIn(own), await factors()]).toEqual([EMAIL, [expect.anything()]])
  })

  test("after a sign-in that proved the mailbox before it set the factor up", async () => {
    const required = { now: false }
    const { browser, enter, post, enroll, byMailbox, factors, newest } = await bobService({
      secondFactor: { required: () => required.now },
    })
    await enter(browser(), { ...BOB, email_verified: false })
    required.now = true
    const own = browser()
    expect(location(await enter(own, { ...BOB, email_verified: false }))).toContain("/step/prove-mailbox")
    const { attempt = "" } = (await (await own.get("/step", SCRIPT)).json()) as Record<string, string> // the card's props
    await post(own, "/step/prove-mailbox", { attempt, code: newest().code ?? "" })
    expect(location((await enroll(own, "/step", "/step/enroll-totp")).added)).toContain("/step/recovery-codes")
    await post(own, "/step/recovery-codes", { attempt })
    expect(await signedIn(own)).toBe(EMAIL)
    const { from, to } = await byMailbox()
    expect([to, await signedIn(from)]).toEqual([STEP, null])
    expect(await factors()).toHaveLength(1)
  })
})

test("a factor of a new user with an unproven address keeps the mailbox's owner out of nothing (threat 435)", async () => {
  const required = { now: true }
  const { browser, enter, post, enroll, byMailbox, factors } = await bobService({
    secondFactor: { required: () => required.now },
  })
  const eve = browser()
  await enter(eve, { ...BOB, sub: "eve", email_verified: false })
  await enroll(eve, "/step", "/step/enroll-totp")
  const { attempt = "" } = (await (await eve.get("/step", SCRIPT)).json()) as Record<string, string> // the card's props
  await post(eve, "/step/recovery-codes", { attempt })
  expect(await signedIn(eve)).toBe(EMAIL)
  expect(await factors()).toHaveLength(1)
  required.now = false
  const { from, to } = await byMailbox()
  expect([to, await signedIn(from), await factors()]).toEqual(["https://app.test/", EMAIL, []])
})
