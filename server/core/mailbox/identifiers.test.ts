import { describe, expect, test } from "vitest"
import { signedInEmail, emailService, openMagicLink, requestEmail, submitCode } from "../../test-kit/email-service.ts"
import { errorParam } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const trimmed = { normalizeIdentifier: (typed: string) => typed.trim() }

describe("what the app's own normalizeIdentifier returns", () => {
  test.each([
    "+15550100",
    "+1 (555) 010-0100",
    "user@localhost",
    "ada@app.x",
    "Ada@App.test",
    "josé@xn--exmple-qta.test",
    "ada",
  ])("is used unchanged, in another browser too: %s", async (identifier) => {
    const { auth, newest, emails } = emailService({ provider: trimmed })
    const stored = identifier === "Ada@App.test" ? "ada@app.test" : identifier // an adapter of Latchkit stores addresses in lower case
    for (const use of ["link", "code", "link elsewhere", "link again"]) {
      const browser = cookieClient(auth)
      expect(errorParam(await requestEmail(browser, ` ${identifier} `)), use).toBeNull()
      expect(newest().identifier).toBe(identifier)
      const user = use === "link elsewhere" ? cookieClient(auth) : browser
      await (use === "code" ? submitCode(user, newest().code ?? "") : openMagicLink(user, newest().url))
      expect(await signedInEmail(user), use).toBe(stored)
    }
    expect(emails).toHaveLength(4)
  })

  test("is the same user at each sign-in", async () => {
    const created: unknown[] = []
    const events = { createUser: ({ user }: { user: unknown }) => void created.push(user) }
    const { auth, newest } = emailService({ config: { events }, provider: trimmed })
    for (let turn = 0; turn < 3; turn++) {
      const browser = cookieClient(auth)
      await requestEmail(browser, "+15550100")
      await openMagicLink(browser, newest().url)
    }
    expect(created).toHaveLength(1)
  })

  test("is limited per mailbox, regardless of its case", async () => {
    const { from, emails } = emailService({ provider: trimmed })
    for (const [turn, email] of ["ada@app.x", "Ada@app.x", "ADA@APP.X", "aDa@app.x"].entries())
      for (let time = 0; time < 3; time++) await requestEmail(from(`203.0.113.${turn}`), email)
    expect(emails.length).toBeLessThanOrEqual(9) // five, and two more for each of the first two browsers
  })

  test("has 20 tries of its codes in a day, whatever its case (threat 480)", async () => {
    const { from, later, newest } = emailService({ provider: trimmed })
    const accepted: boolean[] = []
    for (const email of ["ada@app.x", "Ada@app.x", "ADA@app.x", "ADA@APP.X", "aDa@app.x"]) {
      const browser = from("203.0.113.1")
      await requestEmail(browser, email)
      const { code = "" } = newest()
      for (let turn = 0; turn < 4; turn++) await submitCode(browser, code === "000000" ? "000001" : "000000")
      await submitCode(browser, code)
      accepted.push((await signedInEmail(browser)) !== null)
      later(16)
    }
    expect(accepted).toEqual([true, true, true, true, false])
  })

  test.each([
    "a@evil.test,victim@app.test",
    "a@evil.test;victim@app.test",
    "a@evil.test victim@app.test",
    "a@evil.test@victim.test",
    "<a@evil.test>",
    '"a"@evil.test',
    "a(b)@evil.test",
    "g:a@evil.test",
    "-oQ/tmp@evil.test",
    "a@evil.test\r\nBcc: victim@app.test",
    "a\u200b@app.test",
    "\u3164@app.test",
    "Your account is locked. Call 555-0100",
    "a".repeat(255),
    "é".repeat(128),
    " ",
    "",
  ])("is rejected if an email program could parse it in another way: %j (threat 136)", async (email) => {
    const { auth, emails } = emailService({ provider: { normalizeIdentifier: (typed) => typed } })
    expect(errorParam(await requestEmail(cookieClient(auth), email))).toBe("EmailSignin")
    expect(emails).toEqual([])
    const link = `/callback/email?${new URLSearchParams({ token: "x", email })}`
    expect(errorParam(await cookieClient(auth).get(link))).toBe("Verification")
  })

  test("rejects the address if it is an error", async () => {
    const normalizeIdentifier = (typed: string) => {
      if (typed.endsWith("@evil.test")) throw new Error("Only our own addresses")
      return typed
    }
    const { auth, emails, errors } = emailService({ provider: { normalizeIdentifier } })
    expect(errorParam(await requestEmail(cookieClient(auth), "eve@evil.test"))).toBe("EmailSignin")
    expect(errors.join()).toContain("Only our own addresses")
    expect(emails).toEqual([])
    const link = `/callback/email?${new URLSearchParams({ token: "x", email: "eve@evil.test" })}`
    expect(errorParam(await cookieClient(auth).get(link))).toBe("Verification")
  })
})

test.each(["user@localhost", "ada@app.x", "+15550100"])(
  "rejects %s as an address without `normalizeIdentifier`",
  async (email) => {
    const { auth, emails } = emailService()
    expect(errorParam(await requestEmail(cookieClient(auth), email))).toBe("EmailSignin")
    expect(emails).toEqual([])
  },
)
