import { describe, expect, test, vi } from "vitest"
import type { Adapter, VerificationToken } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import {
  signedInEmail,
  emailService,
  openMagicLink,
  plainAdapter,
  confirmMagicLink,
  requestEmail,
  submitCode,
} from "../../test-kit/email-service.ts"
import { errorParam, oauthService } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ADA = "ada@app.test"

/** Wraps an adapter and tracks which rows of emailed links still exist. */
function countTokens(adapter: Adapter) {
  const stored: VerificationToken[] = []
  const createVerificationToken = async (row: VerificationToken) => {
    stored.push(row)
    return (await adapter.createVerificationToken?.(row)) ?? null
  }
  const rows = async () => {
    const found = await Promise.all(stored.map((row) => adapter.useVerificationToken?.(row)))
    return found.filter(Boolean).length
  }
  return { adapter: { ...adapter, createVerificationToken }, rows }
}

describe("the last three emails to an address work", () => {
  test("and an attacker's requests don't void the link that the owner requested", async () => {
    const { auth, newest } = emailService()
    const owner = cookieClient(auth)
    await requestEmail(owner, ADA)
    const link = newest().url
    for (let turn = 0; turn < 2; turn++) await requestEmail(cookieClient(auth), ADA)
    await owner.get(link)
    expect(await signedInEmail(owner)).toBe(ADA)
  })

  test("and the owner can use the link of an email that an attacker requested", async () => {
    const { auth, emails } = emailService()
    await requestEmail(cookieClient(auth), ADA)
    for (let turn = 0; turn < 4; turn++) await requestEmail(cookieClient(auth), ADA)
    const owner = cookieClient(auth)
    for (const { url } of emails.slice(0, 2)) expect(errorParam(await openMagicLink(owner, url))).toBe("Verification")
    await openMagicLink(owner, emails[2]?.url ?? "")
    expect(await signedInEmail(owner)).toBe(ADA)
  })

  test("and one use of a link voids every other link and code, including its own code", async () => {
    const { auth, emails } = emailService()
    const browsers = [cookieClient(auth), cookieClient(auth), cookieClient(auth)]
    for (const browser of browsers) await requestEmail(browser, ADA)
    const phone = cookieClient(auth)
    await openMagicLink(phone, emails[1]?.url ?? "")
    expect(await signedInEmail(phone)).toBe(ADA)
    for (const [index, browser] of browsers.entries()) {
      expect(errorParam(await submitCode(browser, emails[index]?.code ?? ""))).toBe("Verification")
      expect(errorParam(await openMagicLink(browser, emails[index]?.url ?? ""))).toBe("Verification")
      expect(await signedInEmail(browser)).toBeNull()
    }
  })

  test("and one use of a code voids every other link and code, including its own link", async () => {
    const { auth, emails } = emailService()
    const [first, second] = [cookieClient(auth), cookieClient(auth)]
    for (const browser of [first, second]) await requestEmail(browser, ADA)
    await submitCode(first, emails[0]?.code ?? "")
    expect(await signedInEmail(first)).toBe(ADA)
    expect(errorParam(await submitCode(second, emails[1]?.code ?? ""))).toBe("Verification")
    for (const { url } of emails)
      expect(errorParam(await confirmMagicLink(cookieClient(auth), url))).toBe("Verification")
  })

  test("and one sign-in succeeds if a code and the link of its email are used at the same time", async () => {
    const { auth, newest } = emailService()
    const browser = cookieClient(auth)
    await requestEmail(browser, ADA)
    const { url, code = "" } = newest()
    const copies = Array.from({ length: 10 }, () => cookieClient(auth, new Map(browser.jar)))
    const answers = await Promise.all(copies.map((copy, turn) => (turn % 2 ? copy.get(url) : submitCode(copy, code))))
    expect(answers.map(errorParam).filter((error) => error === null)).toHaveLength(1)
  })

  test("and the code of the second-last email works in the browser that requested it", async () => {
    const { auth, emails } = emailService()
    const owner = cookieClient(auth)
    await requestEmail(owner, ADA)
    await requestEmail(cookieClient(auth), ADA)
    await submitCode(owner, emails[0]?.code ?? "")
    expect(await signedInEmail(owner)).toBe(ADA)
  })

  test("but not the code of an email that was followed by three others", async () => {
    const { auth, emails } = emailService()
    const owner = cookieClient(auth)
    await requestEmail(owner, ADA)
    for (let turn = 0; turn < 3; turn++) await requestEmail(cookieClient(auth), ADA)
    expect(errorParam(await submitCode(owner, emails[0]?.code ?? ""))).toBe("Verification")
    expect(await signedInEmail(owner)).toBeNull()
  })
})

describe.each([
  ["an adapter of Latchkit", () => MemoryAdapter()],
  ["an adapter made for Auth.js", () => plainAdapter()],
])("with %s", (_, create) => {
  test.each(["jwt", "database"] as const)("keeps three rows after forty requests, %s sessions", async (strategy) => {
    const { adapter, rows } = countTokens(create())
    const { auth, later, emails } = emailService({ config: { adapter, session: { strategy } } })
    for (let turn = 0; turn < 40; turn++) {
      await requestEmail(cookieClient(auth), ADA)
      later(4)
    }
    expect(emails).toHaveLength(40)
    expect(await rows()).toBe(3)
  })

  test("keeps no row after a sign-in", async () => {
    const { adapter, rows } = countTokens(create())
    const { auth, newest } = emailService({ config: { adapter } })
    for (let turn = 0; turn < 3; turn++) await requestEmail(cookieClient(auth), ADA)
    await openMagicLink(cookieClient(auth), newest().url)
    expect(await rows()).toBe(0)
  })

  test("keeps no row for an email that can't be sent, and the emails before it work", async () => {
    const { adapter, rows } = countTokens(create())
    const down = { now: false }
    const sent: string[] = []
    const sendVerificationRequest = ({ url }: { url: string }) => {
      if (down.now) throw new Error("The mail server is down")
      sent.push(url)
    }
    const { auth } = emailService({ config: { adapter }, provider: { sendVerificationRequest } })
    await requestEmail(cookieClient(auth), ADA)
    down.now = true
    expect(errorParam(await requestEmail(cookieClient(auth), ADA))).toBe("EmailSignin")
    const owner = cookieClient(auth)
    await openMagicLink(owner, sent[0] ?? "")
    expect(await signedInEmail(owner)).toBe(ADA)
    expect(await rows()).toBe(0)
  })
})

describe("expired rows are deleted, with JWT sessions too", () => {
  const DAY = 24 * 60

  test("by a request for an email", async () => {
    const { adapter, rows } = countTokens(MemoryAdapter())
    const { auth, later } = emailService({ config: { adapter, session: { strategy: "jwt" }, rateLimit: false } })
    for (let turn = 0; turn < 20; turn++) await requestEmail(cookieClient(auth), `user-${turn}@app.test`)
    later(40 * DAY)
    await requestEmail(cookieClient(auth), ADA)
    await vi.waitFor(async () => expect(await rows()).toBe(1))
  })

  test("by a request that counts against a limit", async () => {
    const adapter = MemoryAdapter()
    const { from, later, now } = emailService({ config: { adapter, session: { strategy: "jwt" } } })
    const ask = (turn: number) => requestEmail(from(`203.0.113.${turn}`), "not an address")
    for (let turn = 0; turn < 100; turn++) await ask(turn)
    later(40 * DAY)
    await ask(0)
    expect(await adapter.deleteExpired(now())).toBe(0)
  })

  test("by a request that uses up a one-time value", async () => {
    const time = { now: Date.UTC(2026, 0, 1) }
    const adapter = MemoryAdapter()
    const config = { adapter, session: { strategy: "jwt" }, rateLimit: false, clock: () => time.now } as const
    const { auth, issuer } = await oauthService(config)
    const signIn = async (sub: string) => {
      const browser = cookieClient(auth)
      const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
      await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", { sub })}`)
    }
    for (let turn = 0; turn < 5; turn++) await signIn(`${turn}`)
    time.now += 40 * DAY * 60_000
    await signIn("again")
    expect(await adapter.deleteExpired(new Date(time.now))).toBe(0)
  })
})
