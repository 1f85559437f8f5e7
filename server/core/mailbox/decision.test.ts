import { describe, expect, test, vi } from "vitest"
import type { SignInCallbackParams } from "../config/callbacks.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import {
  signedInEmail,
  emailService,
  openMagicLink,
  requestEmail,
  submitCode,
  type EmailServiceOptions,
} from "../../test-kit/email-service.ts"
import { errorParam } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const INVITED = "ada@app.test"
const STRANGER = "eve@app.test"

function createInviteOnlyService({ config, ...options }: EmailServiceOptions = {}) {
  const signIn = vi.fn(({ user }: SignInCallbackParams) => user.email === INVITED)
  return { ...emailService({ ...options, config: { ...config, callbacks: { signIn } } }), signIn }
}

/** Returns what a browser sees of a response, without the random values of its cookies. */
async function visibleResponse(answer: Response): Promise<unknown> {
  const headers = [...answer.headers].filter(([name]) => name !== "set-cookie")
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
    return [name, value.length, rest]
  })
  return [answer.status, headers, cookies, await answer.text()]
}

describe("whether an address is invited", () => {
  test("can't be found out by requesting an email, because every response is the same", async () => {
    const { auth, emails, signIn } = createInviteOnlyService()
    const answers = []
    for (const email of [INVITED, STRANGER]) {
      const browser = cookieClient(auth)
      answers.push(await visibleResponse(await requestEmail(browser, email)))
      const page = await (await browser.get("/verify-request?provider=email&type=email")).text()
      answers.push(page.replaceAll(email, "the address").replaceAll(/[0-9a-f]{64}/g, "a token"))
    }
    expect(answers.slice(2)).toEqual(answers.slice(0, 2))
    expect(emails.map(({ identifier }) => identifier)).toEqual([INVITED, STRANGER])
    expect(signIn).not.toHaveBeenCalled()
  })

  test("can't be found out in JSON either", async () => {
    const { auth } = createInviteOnlyService()
    const answers = []
    for (const email of [INVITED, STRANGER]) {
      const browser = cookieClient(auth)
      const fields = { csrfToken: await browser.csrfToken(), email }
      answers.push(
        await visibleResponse(await browser.post("/signin/email", fields, { "x-auth-return-redirect": "1" })),
      )
    }
    expect(answers[1]).toEqual(answers[0])
  })

  test("is decided when the link or the code is used", async () => {
    const { auth, newest, signIn } = createInviteOnlyService()
    for (const use of ["link", "code"]) {
      const eve = cookieClient(auth)
      await requestEmail(eve, STRANGER)
      const answer =
        use === "link" ? await openMagicLink(eve, newest().url) : await submitCode(eve, newest().code ?? "")
      expect(errorParam(answer)).toBe("AccessDenied")
      expect(await signedInEmail(eve)).toBeNull()
    }
    expect(signIn.mock.calls.every(([{ email }]) => email === undefined)).toBe(true)
    const ada = cookieClient(auth)
    await requestEmail(ada, INVITED)
    await openMagicLink(ada, newest().url)
    expect(await signedInEmail(ada)).toBe(INVITED)
  })
})

describe("a callback that runs before an email is sent", () => {
  test.each<[string, EmailServiceOptions]>([
    ["under the Auth.js preset", { config: authjs() }],
    ["where the provider asks for it", { provider: { asksBeforeSending: true } }],
  ])("denies the email at once and logs one warning about what that reveals: %s", async (_, options) => {
    const { auth, emails, warnings, signIn } = createInviteOnlyService(options)
    for (let turn = 0; turn < 3; turn++)
      expect(errorParam(await requestEmail(cookieClient(auth), `eve-${turn}@app.test`))).toBe("AccessDenied")
    expect(emails).toEqual([])
    expect(signIn).toHaveBeenCalledWith(expect.objectContaining({ email: { verificationRequest: true } }))
    expect(warnings.filter((code) => code === "email-denied-early")).toHaveLength(1)
  })

  test("may redirect elsewhere", async () => {
    const signIn = () => "/waitlist"
    const { auth, emails } = emailService({ config: { ...authjs(), callbacks: { signIn } } })
    const answer = await requestEmail(cookieClient(auth), STRANGER)
    expect(answer.headers.get("location")).toBe("https://app.test/waitlist")
    expect(emails).toEqual([])
  })

  test("isn't called if the provider of an app with the preset says so", async () => {
    const { auth, emails, warnings } = createInviteOnlyService({
      config: authjs(),
      provider: { asksBeforeSending: false },
    })
    expect(errorParam(await requestEmail(cookieClient(auth), STRANGER))).toBeNull()
    expect(emails).toHaveLength(1)
    expect(warnings).not.toContain("email-denied-early")
  })
})
