import { describe, expect, test, vi } from "vitest"
import { importPassword } from "./import-password.ts"
import type { PasswordOptions } from "../../providers/password-settings.ts"
import {
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
  type Browser,
} from "../../test-kit/password-account-service.ts"

const ROBOT = "We couldn&#39;t confirm that you&#39;re not a robot."
const BUSY = "This site is busy right now."
const JSON_MODE = { "x-auth-return-redirect": "1" }
const [VALUE, SECRET] = [`value="${GRACE.email}"`, NEW_PASSWORD]

/** Creates a service with Grace's account, whose bot check a test switches on. */
async function checkedService(accepts: PasswordOptions["accepts"] = []) {
  const checks = { on: false, calls: [] as string[] }
  const service = passwordAccountService({
    password: { accepts },
    config: {
      callbacks: {
        beforeAttempt({ action, fields }) {
          checks.calls.push(action)
          return !checks.on || fields["proof"] === "solved"
        },
      },
    },
  })
  await service.signUp(service.browser())
  return { ...service, checks }
}

type Service = Awaited<ReturnType<typeof checkedService>>

/** The forms of users who aren't signed in: what comes first, the path, and the fields. */
const FORMS: Record<
  string,
  (service: Service, from: Browser) => Promise<[path: string, fields: Record<string, string>]>
> = {
  "sign-up": async () => ["/sign-up", { email: GRACE.email, password: SECRET }],
  "sign-up link in another browser": async ({ post, newest, browser, tokenIn }, from) => {
    await post(browser(), "/sign-up", { email: "alice@app.test", password: SECRET, proof: "solved" })
    const link = await newest("confirm-sign-up")
    await from.get(link.url)
    return ["/sign-up", { token: tokenIn(link), password: SECRET }]
  },
  invitation: async ({ auth, newest, tokenIn }) => {
    await auth.invite({ email: "bob@app.test" })
    return ["/sign-up", { token: tokenIn(await newest("invitation")), password: SECRET }]
  },
  "forgot-password": async () => ["/forgot-password", { email: GRACE.email }],
  "reset-password": async ({ forgot, browser, tokenIn }, from) => {
    const link = await forgot(browser())
    await from.get(link.url)
    return ["/reset-password", { token: tokenIn(link), password: SECRET }]
  },
}

const isProven = (name: string) => !["sign-up", "forgot-password"].includes(name)

describe.each(Object.entries(FORMS).filter(([name]) => !isProven(name)))("the form %s", (_, prepare) => {
  test("is shown again if beforeAttempt rejects it, with its values but no password (threat 469)", async () => {
    const service = await checkedService()
    const { browser, post, checks } = service
    const from = browser()
    const [path, fields] = await prepare(service, from)
    checks.on = true
    checks.calls.length = 0
    const rejected = await post(from, path, fields)
    expect(rejected.status).toBe(403)
    const html = await rejected.text()
    expect(html).toContain(ROBOT)
    expect(html).toContain(`action="/auth${path}"`)
    if (fields["email"]) expect(html).toContain(VALUE)
    if (fields["token"]) expect(html).toContain(`value="${fields["token"]}"`)
    expect(html).not.toContain(SECRET)
    const json = await from.post(path, { csrfToken: await from.csrfToken(), ...fields }, JSON_MODE)
    expect(json.status).toBe(403)
    expect(await json.json()).toMatchObject({ error: "AttemptRejected", failed: true, formErrors: ["AttemptRejected"] })
    expect(checks.calls).toHaveLength(2)
    // The same form works with the proof, so nothing was used up
    const accepted = await post(from, path, { ...fields, proof: "solved" })
    expect([accepted.status, accepted.headers.get("location")]).not.toContain(403)
    expect(accepted.headers.get("location")).not.toContain("error")
  })
})

test.each(Object.entries(FORMS))(
  "the form %s leads back to its page if it has no CSRF token",
  async (name, prepare) => {
    const service = await checkedService()
    const from = service.browser()
    const [path, fields] = await prepare(service, from)
    if (name === "invitation") await from.get((await service.newest("invitation")).url)
    const json = await from.post(path, fields, JSON_MODE)
    expect(await json.json()).toMatchObject({ error: "MissingCSRF" })
    const rejected = await from.post(path, fields)
    const { pathname, search } = new URL(rejected.headers.get("location") ?? "")
    expect([pathname, search]).toEqual([`/auth${path}`, expect.stringContaining("error=MissingCSRF")])
    const html = await (await from.get(pathname.replace("/auth", "") + search)).text()
    expect(html).toContain("This page expired. Try again.")
    expect(html).toContain(`action="/auth${path}"`)
    if (fields["email"]) expect(html).toContain(VALUE)
    expect(html).not.toContain(SECRET)
    const [, csrfToken = ""] = /name="csrfToken" value="([^"]+)"/.exec(html) ?? []
    expect((await from.post(path, { csrfToken, ...fields })).headers.get("location")).not.toContain("error")
  },
)

test("an emailed code without a CSRF token leads back to its field", async () => {
  const { browser, post } = await checkedService()
  for (const [form, path] of [
    ["/sign-up", "/sign-up"],
    ["/forgot-password", "/reset-password"],
  ] as const) {
    const from = browser()
    await post(from, form, { email: "new@app.test", password: SECRET })
    const rejected = await from.post(path, { code: "123456" })
    expect(rejected.headers.get("location")).toBe(`https://app.test/auth${form}?status=sent&error=MissingCSRF`)
    const html = await (await from.get(`${form}?status=sent&error=MissingCSRF`)).text()
    expect(html).toContain("data-digits")
    expect(html).toContain("This page expired. Try again.")
  }
})

test.each(Object.entries(FORMS).filter(([name]) => isProven(name)))(
  "the form %s has proven a mailbox, so beforeAttempt isn't called",
  async (_, prepare) => {
    const service = await checkedService()
    const from = service.browser()
    const [path, fields] = await prepare(service, from)
    service.checks.calls.length = 0
    service.checks.on = true
    expect((await service.post(from, path, fields)).headers.get("location")).not.toContain("error")
    expect(service.checks.calls).toEqual([])
  },
)

test("a rejected sign-in shows its form again, and confirming asks no captcha (threat 469)", async () => {
  const { browser, signIn, checks, post, later } = await checkedService()
  const grace = browser()
  await signIn(grace)
  expect(await signedIn(grace)).toBe(GRACE.email)
  checks.on = true
  later(60)
  const shown = (await (await grace.get("/confirm?max_age=600", { accept: "application/json" })).json()) as {
    attempt: string
  } // the card's props
  const fields = { attempt: shown.attempt, method: "password", password: GRACE.password }
  const confirmed = await post(grace, "/confirm?max_age=600", fields)
  expect(confirmed.headers.get("location")).not.toContain("error")
  const robot = browser()
  const csrfToken = await robot.csrfToken()
  const rejected = await robot.post("/callback/password", { csrfToken, ...GRACE })
  expect(rejected.headers.get("location")).toBe("https://app.test/auth/signin?error=AttemptRejected")
  const html = await (await robot.get("/signin?error=AttemptRejected")).text()
  expect(html).toContain(ROBOT)
  expect(html).toContain(`value="${GRACE.email}"`)
  expect(html).not.toContain(GRACE.password)
  const json = await robot.post("/callback/password", { csrfToken, ...GRACE }, JSON_MODE)
  expect([json.status, await json.json()]).toEqual([
    403,
    { url: "https://app.test/auth/signin?error=AttemptRejected", error: "AttemptRejected" },
  ])
})

const HASHING = Object.entries(FORMS).filter(([name]) => name !== "forgot-password")

describe.each(HASHING)("the form %s", (_, prepare) => {
  test("is shown again if the queue of hashes is full, with Retry-After (threat 465)", async () => {
    const { format, release } = blockingFormat()
    const service = await checkedService([format])
    const { browser, post, adapter } = service
    await adapter.createUser({ id: "b", name: null, email: "blocked@app.test", emailVerified: null, image: null })
    await importPassword(adapter, { userId: "b", hash: "$blocked$" })
    const from = browser()
    const [path, fields] = await prepare(service, from)
    const csrfToken = await from.csrfToken()
    const { waiting } = await fillQueue(service)
    const [page, json] = await Promise.all([
      from.post(path, { csrfToken, ...fields }),
      from.post(path, { csrfToken, ...fields }, JSON_MODE),
    ])
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"])
    expect(await page.text()).toContain(BUSY)
    expect([json.status, json.headers.get("retry-after")]).toEqual([503, "2"])
    expect(await json.json()).toMatchObject({ error: "ServerBusy", retryAfter: 2, failed: true })
    release()
    await waiting
    expect((await post(from, path, fields)).headers.get("location")).not.toContain("error")
  })
})

/** A format whose checks take until the test releases them. */
function blockingFormat() {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const format = {
    name: "blocked",
    matches: (stored: string) => stored === "$blocked$",
    verify: () => promise.then(() => false),
  }
  return { format, release: () => resolve(undefined) }
}

const SLOTS = 16

/** Lets so many sign-ins wait that no other finds a place. */
async function fillQueue({ browser, adapter }: Service): Promise<{ waiting: Promise<unknown> }> {
  const from = browser()
  const csrfToken = await from.csrfToken()
  const lookups = vi.spyOn(adapter, "getAccountRecord")
  const signIn = (email: string) => from.post("/callback/password", { csrfToken, email, password: "wrong" })
  const emails = Array.from({ length: 80 }, (_, index) => `user${index}@app.test`)
  const sent = [...Array.from({ length: SLOTS }, () => "blocked@app.test"), ...emails].map(signIn)
  await vi.waitFor(() => expect(lookups).toHaveBeenCalledTimes(sent.length), { interval: 1 })
  lookups.mockRestore()
  return { waiting: Promise.all(sent) }
}
