import { describe, expect, test } from "vitest"
import { CODE_ATTEMPT_LIMITS, LIMITS } from "../config/rate-limits.ts"
import {
  signedInEmail,
  emailService,
  openMagicLink,
  confirmMagicLink,
  requestEmail,
  submitCode,
} from "../../test-kit/email-service.ts"
import { errorParam } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ADA = "ada@app.test"
type Service = ReturnType<typeof emailService>

/** Requests one email from each of `times` new browsers, each from its own IP address. */
async function requestFromStrangers({ from }: Service, times: number, email = ADA): Promise<number[]> {
  const answers: number[] = []
  for (let turn = 0; turn < times; turn++) answers.push((await requestEmail(from(`203.0.113.${turn}`), email)).status)
  return answers
}

const countAccepted = (answers: readonly number[]): number => answers.filter((status) => status === 302).length

describe("an attacker who uses up the emails of a mailbox", () => {
  test("doesn't keep a browser that requested one from requesting two more", async () => {
    const service = emailService()
    const owner = service.from("192.0.2.1")
    await requestEmail(owner, ADA)
    expect(countAccepted(await requestFromStrangers(service, 20))).toBe(LIMITS.emailTo.points - 1)
    const answers = []
    for (let turn = 0; turn < 5; turn++) answers.push((await requestEmail(owner, ADA)).status)
    expect(answers).toEqual([302, 302, 429, 429, 429])
    await owner.get(service.newest().url)
    expect(await signedInEmail(owner)).toBe(ADA)
  })

  test("doesn't keep a browser in which its owner signed in before from requesting five", async () => {
    const service = emailService()
    const owner = service.from("192.0.2.1")
    await requestEmail(owner, ADA)
    await owner.get(service.newest().url)
    service.later(24 * 60)
    await requestFromStrangers(service, 20)
    for (let turn = 0; turn < LIMITS.emailKnown.points; turn++)
      expect((await requestEmail(owner, ADA)).status).toBe(302)
    expect((await requestEmail(owner, ADA)).status).toBe(429)
  })

  test("sends at most three times as many, even with browsers that delay their requests", async () => {
    const service = emailService()
    const saved: ReturnType<Service["from"]>[] = []
    for (let window = 0; window < 8; window++) {
      for (let turn = 0; turn < LIMITS.emailTo.points; turn++) {
        const browser = service.from(`203.0.113.${turn}`)
        await requestEmail(browser, ADA)
        saved.push(browser)
      }
      service.later(15)
    }
    const before = service.emails.length
    for (const browser of saved) for (let turn = 0; turn < 4; turn++) await requestEmail(browser, ADA)
    expect(service.emails.length - before).toBeLessThanOrEqual(LIMITS.emailTo.points * (1 + LIMITS.emailAgain.points))
  })

  test("sends five to all spellings of an address together, which may reach one mailbox (threat 156)", async () => {
    const service = emailService()
    const answers: number[] = []
    const spellings = [(turn: number) => `Ada+${turn}@app.test`, () => "a.d.a@app.test", () => "AD.A@APP.test"]
    for (let turn = 0; turn < 60; turn++)
      for (const spelling of spellings)
        answers.push((await requestEmail(service.from(`203.0.113.${turn}`), spelling(turn))).status)
    expect(countAccepted(answers)).toBe(LIMITS.emailTo.points)
    expect(countAccepted(await requestFromStrangers(service, 20))).toBe(0)
    expect(countAccepted(await requestFromStrangers(service, 20, "eve+1@app.test"))).toBe(LIMITS.emailTo.points)
    service.later(15)
    expect(countAccepted(await requestFromStrangers(service, 20, "ada+0@app.test"))).toBe(LIMITS.emailTo.points)
  })

  test("gains nothing from other hosts that the app accepts (threats 156 and 171)", async () => {
    const service = emailService({ env: { AUTH_URL: "", AUTH_TRUST_HOST: "true" } })
    const answers: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      const handle = (request: Request) => service.auth.handle(request, { address: "203.0.113.7" })
      answers.push(
        (await requestEmail(cookieClient({ handle }, new Map(), `https://t${turn}.app.test/auth`), ADA)).status,
      )
    }
    expect(countAccepted(answers)).toBe(LIMITS.emailTo.points)
    expect(service.emails).toHaveLength(LIMITS.emailTo.points)
  })

  test("gains nothing from a browser that requested an email to another address, or that is known for one", async () => {
    const service = emailService()
    const eve = service.from("203.0.113.99")
    await requestEmail(eve, "eve@evil.test")
    await eve.get(service.newest().url)
    await requestEmail(eve, "eve@evil.test")
    await requestFromStrangers(service, 20)
    expect((await requestEmail(eve, ADA)).status).toBe(429)
  })
})

test("a browser in which the user signed in before isn't limited by its address", async () => {
  const service = emailService()
  const owner = service.from("192.0.2.1")
  await requestEmail(owner, ADA)
  await owner.get(service.newest().url)
  service.later(24 * 60)
  for (let turn = 0; turn < 200; turn++) await requestEmail(service.from("192.0.2.1"), `user-${turn}@app.test`)
  for (let turn = 0; turn < 200; turn++) await submitCode(service.from("192.0.2.1"), "000000")
  expect((await requestEmail(service.from("192.0.2.1"), "new@app.test")).status).toBe(429)
  expect((await requestEmail(owner, ADA)).status).toBe(302)
  await submitCode(owner, service.newest().code ?? "")
  expect(await signedInEmail(owner)).toBe(ADA)
})

describe("a link", () => {
  test("can be tried a hundred times in the browser that requested it", async () => {
    const service = emailService({ provider: { generateVerificationToken: () => "0123456789abcdef".repeat(4) } })
    const eve = service.from("203.0.113.7")
    await requestEmail(eve, ADA)
    const url = new URL(service.newest().url)
    const statuses: number[] = []
    for (let turn = 0; turn < LIMITS.linkFor.points + 20; turn++) {
      url.searchParams.set("token", `${turn}`)
      statuses.push((await eve.get(url.href)).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect((await eve.get(service.newest().url)).status).toBe(429)
    expect(await signedInEmail(eve)).toBeNull()
  })

  test("can be tried a hundred times per mailbox elsewhere, from any addresses, and still works where it was requested", async () => {
    const service = emailService()
    const owner = service.from("192.0.2.1")
    await requestEmail(owner, ADA)
    const url = new URL(service.newest().url)
    const statuses: number[] = []
    for (let turn = 0; turn < LIMITS.linkTo.points + 20; turn++) {
      url.searchParams.set("token", `${turn}`)
      statuses.push((await confirmMagicLink(service.from(`203.0.113.${turn % 200}`), url.href)).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    await owner.get(service.newest().url)
    expect(await signedInEmail(owner)).toBe(ADA)
  })

  test("can be tried three hundred times from one address, whatever mailboxes it names", async () => {
    const service = emailService()
    const eve = service.from("203.0.113.7")
    const statuses: number[] = []
    for (let turn = 0; turn < LIMITS.link.points + 20; turn++) {
      const query = new URLSearchParams({ token: "x", email: `user-${turn}@app.test` })
      statuses.push((await confirmMagicLink(eve, `https://app.test/auth/callback/email?${query}`)).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  test("isn't counted if it only shows its page, so scanners behind one address can open any number", async () => {
    const service = emailService()
    await requestEmail(service.from("192.0.2.1"), ADA)
    const { url } = service.newest()
    for (let turn = 0; turn < 2 * LIMITS.link.points; turn++) {
      expect((await service.from("198.51.100.1").get(url)).status).toBe(200)
    }
  })
})

describe("the token of a link", () => {
  test.each<[string, () => string]>([
    ["four digits", () => "4711"],
    ["a code of six digits", () => "012345"],
    ["32 digits", () => "01234567890123456789012345678901"],
    ["a random number", () => String(0.8414709848078965)],
    ["15 bytes in hex", () => "0123456789abcdef0123456789abcd"],
    ["15 bytes in base64url", () => "Abcdefgh-jklmnopqrst"],
    ["one character, repeated", () => "a".repeat(64)],
    ["spaces", () => " ".repeat(64)],
    ["something that isn't text", () => 123456 as unknown as string],
  ])("is rejected if it can be guessed (%s), and no email is sent", async (_, generateVerificationToken) => {
    const { auth, emails, errors } = emailService({ provider: { generateVerificationToken } })
    expect(errorParam(await requestEmail(cookieClient(auth), ADA))).toBe("EmailSignin")
    expect(emails).toEqual([])
    expect(errors.join()).toContain("generateVerificationToken")
  })

  test.each<[string, string]>([
    ["a UUID", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
    ["16 bytes in hex", "0123456789abcdef0123456789abcdef"],
    ["21 characters of base64url, as nanoid makes", "V1StGXR8_Z5jdHi6B-myT"],
    ["16 bytes in base64url", "AbcdefghiJklmnopqrstuv"],
  ])("may be the app's own: %s", async (_, token) => {
    const { auth, newest } = emailService({ provider: { generateVerificationToken: () => token } })
    const browser = cookieClient(auth)
    await requestEmail(browser, ADA)
    await openMagicLink(browser, newest().url)
    expect(await signedInEmail(browser)).toBe(ADA)
  })
})

describe("guessing codes", () => {
  const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, "0")

  test("allows five attempts at the codes of one email, also across midnight", async () => {
    const service = emailService()
    service.later(24 * 60 - 4)
    const eve = service.from("203.0.113.7")
    await requestEmail(eve, ADA)
    const { code = "" } = service.newest()
    for (let turn = 0; turn < CODE_ATTEMPT_LIMITS.perEmail; turn++) await submitCode(eve, wrong(code))
    service.later(5)
    await submitCode(eve, code)
    expect(await signedInEmail(eve)).toBeNull()
  })

  test("counts separately in two deployments that share a secret and a database", async () => {
    const preview = emailService()
    const adapter = { adapter: preview.adapter }
    const production = emailService({ config: adapter, env: { AUTH_URL: "https://shop.test/auth" } })
    const eve = cookieClient(preview.auth)
    await requestEmail(eve, ADA)
    const there = cookieClient(production.auth, eve.jar, "https://shop.test/auth")
    expect(errorParam(await submitCode(there, preview.newest().code ?? ""))).toBe("Verification")
  })
})
