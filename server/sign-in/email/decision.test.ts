import { describe, expect, test, vi } from "vitest"
import type { SignInCallbackParams } from "../../config/types.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import {
  emailOf,
  emailService,
  follow,
  request,
  typeCode,
  type EmailServiceOptions,
} from "../../testing/email-service.ts"
import { errorIn } from "../../testing/oauth-service.ts"
import { visitor } from "../../testing/visitor.ts"

const INVITED = "ada@app.test"
const STRANGER = "eve@app.test"

function inviteOnly({ config, ...options }: EmailServiceOptions = {}) {
  const signIn = vi.fn(({ user }: SignInCallbackParams) => user.email === INVITED)
  return { ...emailService({ ...options, config: { ...config, callbacks: { signIn } } }), signIn }
}

/** What a browser sees of a response; the values of its cookies are random. */
async function seen(answer: Response): Promise<unknown> {
  const headers = [...answer.headers].filter(([name]) => name !== "set-cookie")
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
    return [name, value.length, rest]
  })
  return [answer.status, headers, cookies, await answer.text()]
}

describe("whether an address is invited", () => {
  test("can't be found out by requesting an email: every response is the same", async () => {
    const { auth, emails, signIn } = inviteOnly()
    const answers = []
    for (const email of [INVITED, STRANGER]) {
      const browser = visitor(auth)
      answers.push(await seen(await request(browser, email)))
      const page = await (await browser.get("/verify-request?provider=email&type=email")).text()
      answers.push(page.replaceAll(email, "the address").replaceAll(/[0-9a-f]{64}/g, "a token"))
    }
    expect(answers.slice(2)).toEqual(answers.slice(0, 2))
    expect(emails.map(({ identifier }) => identifier)).toEqual([INVITED, STRANGER])
    expect(signIn).not.toHaveBeenCalled()
  })

  test("can't be found out in JSON either", async () => {
    const { auth } = inviteOnly()
    const answers = []
    for (const email of [INVITED, STRANGER]) {
      const browser = visitor(auth)
      const fields = { csrfToken: await browser.csrfToken(), email }
      answers.push(await seen(await browser.post("/signin/email", fields, { "x-auth-return-redirect": "1" })))
    }
    expect(answers[1]).toEqual(answers[0])
  })

  test("is decided when the link or the code is used", async () => {
    const { auth, newest, signIn } = inviteOnly()
    for (const use of ["link", "code"]) {
      const eve = visitor(auth)
      await request(eve, STRANGER)
      const answer = use === "link" ? await follow(eve, newest().url) : await typeCode(eve, newest().code ?? "")
      expect(errorIn(answer)).toBe("AccessDenied")
      expect(await emailOf(eve)).toBeNull()
    }
    expect(signIn.mock.calls.every(([{ email }]) => email === undefined)).toBe(true)
    const ada = visitor(auth)
    await request(ada, INVITED)
    await follow(ada, newest().url)
    expect(await emailOf(ada)).toBe(INVITED)
  })
})

describe("a callback that is called before an email is sent", () => {
  test.each<[string, EmailServiceOptions]>([
    ["under the Auth.js preset", { config: authjs() }],
    ["where the provider asks for it", { provider: { asksBeforeSending: true } }],
  ])("denies the email at once, and the log says once what that reveals: %s", async (_, options) => {
    const { auth, emails, warnings, signIn } = inviteOnly(options)
    for (let turn = 0; turn < 3; turn++)
      expect(errorIn(await request(visitor(auth), `eve-${turn}@app.test`))).toBe("AccessDenied")
    expect(emails).toEqual([])
    expect(signIn).toHaveBeenCalledWith(expect.objectContaining({ email: { verificationRequest: true } }))
    expect(warnings.filter((code) => code === "email-denied-early")).toHaveLength(1)
  })

  test("may lead elsewhere", async () => {
    const signIn = () => "/waitlist"
    const { auth, emails } = emailService({ config: { ...authjs(), callbacks: { signIn } } })
    const answer = await request(visitor(auth), STRANGER)
    expect(answer.headers.get("location")).toBe("https://app.test/waitlist")
    expect(emails).toEqual([])
  })

  test("isn't called where the provider of an app with the preset says so", async () => {
    const { auth, emails, warnings } = inviteOnly({ config: authjs(), provider: { asksBeforeSending: false } })
    expect(errorIn(await request(visitor(auth), STRANGER))).toBeNull()
    expect(emails).toHaveLength(1)
    expect(warnings).not.toContain("email-denied-early")
  })
})
