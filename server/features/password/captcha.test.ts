import { describe, expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"

const WIDGET = '<my-captcha name="proof"></my-captcha>'
const SCRIPT = '<script src="/captcha.js" type="module"></script>'
const ROBOT = "We couldn&#39;t confirm that you&#39;re not a robot."

const service = (more: Partial<AuthConfig> = {}) =>
  passwordAccountService({
    config: {
      captcha: { html: WIDGET, script: "/captcha.js" },
      callbacks: { beforeAttempt: ({ fields }) => fields["proof"] === "solved" },
      ...more,
    },
  })

describe.each(["/signin", "/sign-up", "/forgot-password"])("%s", (path) => {
  test("has the captcha right above the form's button, and loads its script", async () => {
    const page = await service().browser().get(path)
    const html = await page.text()
    expect(html).toMatch(new RegExp(`${WIDGET}<button[^>]* type="submit"`))
    expect(html.split(WIDGET)).toHaveLength(2)
    expect(html).toContain(SCRIPT)
    expect(page.headers.get("content-security-policy")).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
  })

  test("has neither without the option", async () => {
    const html = await (await service({ captcha: undefined }).browser().get(path)).text()
    expect(html).not.toContain("captcha")
  })
})

test("a sign-in that asks for the address first has the captcha beside the password only", async () => {
  const { browser, post } = service({ flow: "identifier-first" })
  const grace = browser()
  expect(await (await grace.get("/signin")).text()).not.toContain(WIDGET)
  const next = await post(grace, "/signin", { email: GRACE.email })
  const html = await (await grace.get(next.headers.get("location") ?? "")).text()
  expect(html.split(WIDGET)).toHaveLength(2)
})

test("a rejected sign-up shows its message, the captcha again, and keeps the address", async () => {
  const { browser, post } = service()
  const rejected = await post(browser(), "/sign-up", { ...GRACE, proof: "wrong" })
  const html = await rejected.text()
  expect(rejected.status).toBe(403)
  for (const part of [ROBOT, WIDGET, SCRIPT, `value="${GRACE.email}"`]) expect(html).toContain(part)
  expect(html).not.toContain(GRACE.password)
})

test("a user who has proven a mailbox isn't asked", async () => {
  const { browser, post, newest } = service()
  const grace = browser()
  await post(grace, "/sign-up", { ...GRACE, proof: "solved" })
  const link = await newest("confirm-sign-up")
  const elsewhere = browser()
  await elsewhere.get(link.url)
  const form = await (await elsewhere.get("/sign-up?status=confirm")).text()
  expect(form).toContain('autocomplete="new-password"')
  expect(form).not.toContain("captcha")
  await post(grace, "/sign-up", { code: link.code ?? "" })
  await post(grace, "/forgot-password", { email: GRACE.email, proof: "solved" })
  const reset = await newest("reset-password")
  await elsewhere.get(reset.url)
  const page = await (await elsewhere.get("/reset-password?status=confirm")).text()
  expect(page).toContain('autocomplete="new-password"')
  expect(page).not.toContain("captcha")
})

test.each<[string, Partial<AuthConfig>, string]>([
  ["a script elsewhere", { captcha: { html: WIDGET, script: "https://captcha.test/a.js" } }, "`captcha.script` is"],
  ["a script on another host", { captcha: { html: WIDGET, script: "//captcha.test/a.js" } }, "`captcha.script` is"],
  ["no check", { callbacks: {} }, "Nothing checks the `captcha`. Set `callbacks.beforeAttempt`"],
  ["no passwords", { providers: [] }, "`captcha` has no effect without `Password()`"],
  ["no HTML", { captcha: {} as never }, "`captcha.html` is undefined"],
])("rejects a configuration with %s", async (_, config, problem) => {
  const { browser, errors } = service(config)
  expect((await browser().get("/signin")).status).toBe(500)
  expect(errors.map(({ message }) => message).join("\n")).toContain(problem)
})
