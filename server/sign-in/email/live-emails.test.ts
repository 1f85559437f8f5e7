import { describe, expect, test } from "vitest"
import type { Adapter, VerificationToken } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { emailOf, emailService, follow, plainAdapter, press, request, typeCode } from "../../testing/email-service.ts"
import { errorIn, oauthService } from "../../testing/oauth-service.ts"
import { visitor } from "../../testing/visitor.ts"

const ADA = "ada@app.test"

/** An adapter that tells which of the rows for emailed links are still there. */
function counting(adapter: Adapter) {
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

describe("the last three emails to an address live", () => {
  test("a stranger's requests don't end the link that its owner requested", async () => {
    const { auth, newest } = emailService()
    const owner = visitor(auth)
    await request(owner, ADA)
    const link = newest().url
    for (let turn = 0; turn < 2; turn++) await request(visitor(auth), ADA)
    await owner.get(link)
    expect(await emailOf(owner)).toBe(ADA)
  })

  test("the owner can use the link of an email that a stranger requested", async () => {
    const { auth, emails } = emailService()
    await request(visitor(auth), ADA)
    for (let turn = 0; turn < 4; turn++) await request(visitor(auth), ADA)
    const owner = visitor(auth)
    for (const { url } of emails.slice(0, 2)) expect(errorIn(await follow(owner, url))).toBe("Verification")
    await follow(owner, emails[2]?.url ?? "")
    expect(await emailOf(owner)).toBe(ADA)
  })

  test("one use of a link ends every other link and code, its own code among them", async () => {
    const { auth, emails } = emailService()
    const browsers = [visitor(auth), visitor(auth), visitor(auth)]
    for (const browser of browsers) await request(browser, ADA)
    const phone = visitor(auth)
    await follow(phone, emails[1]?.url ?? "")
    expect(await emailOf(phone)).toBe(ADA)
    for (const [index, browser] of browsers.entries()) {
      expect(errorIn(await typeCode(browser, emails[index]?.code ?? ""))).toBe("Verification")
      expect(errorIn(await follow(browser, emails[index]?.url ?? ""))).toBe("Verification")
      expect(await emailOf(browser)).toBeNull()
    }
  })

  test("one use of a code ends every other link and code, its own link among them", async () => {
    const { auth, emails } = emailService()
    const [first, second] = [visitor(auth), visitor(auth)]
    for (const browser of [first, second]) await request(browser, ADA)
    await typeCode(first, emails[0]?.code ?? "")
    expect(await emailOf(first)).toBe(ADA)
    expect(errorIn(await typeCode(second, emails[1]?.code ?? ""))).toBe("Verification")
    for (const { url } of emails) expect(errorIn(await press(visitor(auth), url))).toBe("Verification")
  })

  test("of a code and the link beside it, used at the same time, one signs in", async () => {
    const { auth, newest } = emailService()
    const browser = visitor(auth)
    await request(browser, ADA)
    const { url, code = "" } = newest()
    const copies = Array.from({ length: 10 }, () => visitor(auth, new Map(browser.jar)))
    const answers = await Promise.all(copies.map((copy, turn) => (turn % 2 ? copy.get(url) : typeCode(copy, code))))
    expect(answers.map(errorIn).filter((error) => error === null)).toHaveLength(1)
  })

  test("the code of the last email but one works in the browser that requested it", async () => {
    const { auth, emails } = emailService()
    const owner = visitor(auth)
    await request(owner, ADA)
    await request(visitor(auth), ADA)
    await typeCode(owner, emails[0]?.code ?? "")
    expect(await emailOf(owner)).toBe(ADA)
  })

  test("a code of an email that was followed by three others is over", async () => {
    const { auth, emails } = emailService()
    const owner = visitor(auth)
    await request(owner, ADA)
    for (let turn = 0; turn < 3; turn++) await request(visitor(auth), ADA)
    expect(errorIn(await typeCode(owner, emails[0]?.code ?? ""))).toBe("Verification")
    expect(await emailOf(owner)).toBeNull()
  })
})

describe.each([
  ["an adapter of Latchkit", () => MemoryAdapter()],
  ["an adapter made for Auth.js", () => plainAdapter()],
])("with %s", (_, create) => {
  test.each(["jwt", "database"] as const)("forty requests leave three rows, %s sessions", async (strategy) => {
    const { adapter, rows } = counting(create())
    const { auth, later, emails } = emailService({ config: { adapter, session: { strategy } } })
    for (let turn = 0; turn < 40; turn++) {
      await request(visitor(auth), ADA)
      later(4)
    }
    expect(emails).toHaveLength(40)
    expect(await rows()).toBe(3)
  })

  test("a sign-in leaves no row", async () => {
    const { adapter, rows } = counting(create())
    const { auth, newest } = emailService({ config: { adapter } })
    for (let turn = 0; turn < 3; turn++) await request(visitor(auth), ADA)
    await follow(visitor(auth), newest().url)
    expect(await rows()).toBe(0)
  })

  test("an email that can't be sent leaves no row, and the emails before it work", async () => {
    const { adapter, rows } = counting(create())
    const down = { now: false }
    const sent: string[] = []
    const sendVerificationRequest = ({ url }: { url: string }) => {
      if (down.now) throw new Error("The mail server is down")
      sent.push(url)
    }
    const { auth } = emailService({ config: { adapter }, provider: { sendVerificationRequest } })
    await request(visitor(auth), ADA)
    down.now = true
    expect(errorIn(await request(visitor(auth), ADA))).toBe("EmailSignin")
    const owner = visitor(auth)
    await follow(owner, sent[0] ?? "")
    expect(await emailOf(owner)).toBe(ADA)
    expect(await rows()).toBe(0)
  })
})

describe("expired rows are swept, with JWT sessions too", () => {
  const DAY = 24 * 60

  test("by a request for an email", async () => {
    const { adapter, rows } = counting(MemoryAdapter())
    const { auth, later } = emailService({ config: { adapter, session: { strategy: "jwt" }, rateLimit: false } })
    for (let turn = 0; turn < 20; turn++) await request(visitor(auth), `user-${turn}@app.test`)
    later(40 * DAY)
    await request(visitor(auth), ADA)
    expect(await rows()).toBe(1)
  })

  test("by a request that is counted", async () => {
    const adapter = MemoryAdapter()
    const { from, later, now } = emailService({ config: { adapter, session: { strategy: "jwt" } } })
    const ask = (turn: number) => request(from(`203.0.113.${turn}`), "not an address")
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
      const browser = visitor(auth)
      const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
      await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", { sub })}`)
    }
    for (let turn = 0; turn < 5; turn++) await signIn(`${turn}`)
    time.now += 40 * DAY * 60_000
    await signIn("again")
    expect(await adapter.deleteExpired(new Date(time.now))).toBe(0)
  })
})
