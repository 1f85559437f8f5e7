import { expect, test, type Page } from "@playwright/test"
import { createAxe } from "../axe.ts"

import { DETAILS } from "../../components/account/account.fixture.ts"
import { FRAMEWORKS, SHARED_BEHAVIOR_IN } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

const json = (body: unknown, status = 200) => Response.json(body, { status })
const ASKS = { error: "StepUpRequired", url: "https://evil.test/", maxAge: 600, factors: 2 }

/** A server that asks for a confirmation until one of `proofs` was sent for each. Counts what ran. */
function serve(proofs: Record<string, string>[]) {
  const seen = { created: [] as string[], confirmed: [] as Record<string, string>[], changed: [] as string[] }
  const left = [...proofs]
  const { answers, origin } = gallery()
  const guarded = (run: (body: string) => Response) => (body: string) => (left.length > 0 ? json(ASKS, 401) : run(body))
  const step = () => ({
    methods: [left[0]?.["method"], "recovery"],
    url: "/",
    attempt: "s1",
    account: "a••@example.com",
  })
  answers.clear()
  answers.set("GET /auth/csrf", () => json({ csrfToken: "t" }))
  answers.set("GET /auth/session", () => json(null))
  answers.set("GET /auth/confirm", () => json(left.length > 0 ? step() : { satisfied: true, url: "/" }))
  answers.set("POST /auth/confirm", (body) => {
    const { csrfToken: _, callbackUrl: __, ...fields } = Object.fromEntries(new URLSearchParams(body))
    seen.confirmed.push(fields)
    const [proof = {}] = left
    if (Object.entries(proof).some(([name, value]) => fields[name] !== value))
      return json({ error: "InvalidCode", url: "/" }, 401)
    left.shift()
    return json(left.length > 0 ? { url: "/", step: "confirm" } : { url: "/" })
  })
  answers.set(
    "POST /keys",
    guarded((body) => json(seen.created.push(body))),
  )
  answers.set(
    "POST /auth/account",
    guarded((body) => json({ ...DETAILS, accounts: [], was: seen.changed.push(body) })),
  )
  return { ...seen, origin }
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" })
const code = (page: Page) => dialog(page).getByLabel("6-digit code")
const totp = { method: "totp", code: "123456" }

/** Types the name of a key and presses the button. Waits until the dialog accepts clicks. */
async function askForKey(page: Page, url: string): Promise<void> {
  await openCase(page, url)
  await page.getByLabel("Key name").fill("Deploys")
  await page.getByRole("button", { name: "Create key" }).click()
  await expect(dialog(page)).toBeVisible()
  await page.waitForTimeout(600)
}

for (const framework of FRAMEWORKS) {
  test.describe(framework, () => {
    test("an action asks, the user confirms, and it runs once", async ({ page }) => {
      const { origin, created, confirmed } = serve([totp])
      await askForKey(page, `${origin}/${framework}/sign-out+keys`)
      await expect(code(page)).toBeFocused()
      await expect(dialog(page)).toContainText("Create a production key")
      await expect(dialog(page)).toContainText("a••@example.com")
      await code(page).pressSequentially("999999")
      await expect(dialog(page).getByRole("alert")).toHaveText(
        "That code is incorrect or has expired. Check it, or wait for the next one.",
      )
      await expect(code(page)).toBeFocused()
      await expect(code(page)).toHaveValue("")
      await page.keyboard.type("123456")
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.locator("output")).toHaveText("200")
      await expect(page.getByLabel("Key name")).toHaveValue("Deploys")
      await expect(page.getByRole("button", { name: "Create key" })).toBeFocused()
      expect(created).toEqual(["name=Deploys"])
      expect(confirmed.at(-1)).toEqual({ method: "totp", attempt: "s1", code: "123456" })
    })
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test.describe(framework, () => {
    test("canceling runs nothing, and leaves the form as it was (threat 450)", async ({ page }) => {
      const { origin, created } = serve([totp])
      await askForKey(page, `${origin}/${framework}/sign-out+keys`)
      await page.keyboard.press("Escape")
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.locator("output")).toHaveText("401")
      await page.getByRole("button", { name: "Create key" }).click()
      await expect(dialog(page)).toBeVisible()
      await page.waitForTimeout(600)
      await dialog(page).getByRole("button", { name: "Cancel" }).click()
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.getByLabel("Key name")).toHaveValue("Deploys")
      expect(created).toEqual([])
    })

    test("a change of the account asks too, by its name", async ({ page }) => {
      const { origin, changed } = serve([totp])
      await openCase(page, `${origin}/${framework}/account`)
      await page.locator("summary", { hasText: "Unlink GitHub" }).click()
      await page.getByRole("button", { name: "Unlink GitHub" }).click()
      await expect(dialog(page)).toContainText("Unlink GitHub")
      await page.waitForTimeout(600)
      await code(page).pressSequentially("123456")
      await expect(page.getByText("ada-l")).toHaveCount(0)
      expect(changed).toHaveLength(1)
    })
  })
}

test("a second proof is asked in the same dialog, and other methods keep the focus in it", async ({ page }) => {
  const { origin, created } = serve([{ method: "password", password: "pw" }, totp])
  await askForKey(page, `${origin}/react/sign-out+keys`)
  await page.keyboard.type("pw")
  await page.keyboard.press("Enter")
  await expect(code(page)).toBeFocused()
  await page.waitForTimeout(600)
  await dialog(page).getByText("Use a recovery code instead").press("Enter")
  await expect(dialog(page).getByLabel("Recovery code")).toBeFocused()
  await dialog(page).getByText("Use your authenticator app instead").press("Enter")
  await code(page).pressSequentially("123456")
  await expect(page.locator("output")).toHaveText("200")
  expect(created).toHaveLength(1)
})

test("canceling leaves the form of a new password as it was, without an error", async ({ page }) => {
  const { origin, changed } = serve([totp])
  await openCase(page, `${origin}/react/change-password`)
  const password = page.getByRole("textbox", { name: "New password" })
  await password.fill("a very long new password")
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Change password" })).not.toHaveAttribute("aria-busy")
  await expect(page.getByRole("alert")).toHaveText("")
  await expect(password).toHaveValue("a very long new password")
  expect(changed).toEqual([])
})

test("a code by email is requested before the dialog opens, and its count is shown", async ({ page }) => {
  const { origin, confirmed } = serve([
    { method: "email", resend: "1" },
    { method: "email", code: "123456" },
  ])
  await askForKey(page, `${origin}/react/sign-out+keys`)
  await expect(dialog(page)).toContainText(/resend in [01]:\d\d/)
  expect(confirmed).toEqual([{ method: "email", resend: "1", attempt: "s1" }])
  await code(page).pressSequentially("123456")
  await expect(page.locator("output")).toHaveText("200")
})

test("a code that could not be sent is offered, and isn't called sent", async ({ page }) => {
  const { origin, created } = serve([{ method: "email", code: "123456" }])
  const { answers } = gallery()
  const confirm = answers.get("POST /auth/confirm")
  const sends = [json({ error: "EmailSignin", url: "/" }, 500), json({ url: "/" })]
  answers.set("GET /auth/confirm", () =>
    json({ methods: ["email"], codeSent: false, url: "/", attempt: "s1", account: "a••@example.com" }),
  )
  answers.set("POST /auth/confirm", (body: string) =>
    body.includes("resend=1") ? (sends.shift() ?? json({}, 500)) : (confirm?.(body) ?? json({}, 500)),
  )
  await askForKey(page, `${origin}/react/sign-out+keys`)
  await expect(dialog(page)).not.toContainText("We sent")
  await dialog(page).getByRole("button", { name: "Email me a code" }).click()
  await expect(dialog(page)).toContainText("We sent a code to a••@example.com")
  await expect(dialog(page)).not.toContainText("another")
  await expect(code(page)).toBeFocused()
  await code(page).pressSequentially("123456")
  await expect(page.locator("output")).toHaveText("200")
  expect(created).toHaveLength(1)
})

test("a provider's own page opens, and nothing runs before the user returns", async ({ page }) => {
  const { origin, created } = serve([{ method: "never" }])
  const { answers } = gallery()
  const provider = { id: "acme", name: "Acme ID" }
  answers.set("GET /auth/confirm", () => json({ methods: ["provider"], provider, url: "/", attempt: "s1" }))
  answers.set("POST /auth/confirm", () => json({ url: `${origin}/html/sign-out?at=provider` }))
  await askForKey(page, `${origin}/react/sign-out+keys`)
  await dialog(page).getByRole("button", { name: "Continue with Acme ID" }).click()
  await expect(page).toHaveURL(/at=provider/)
  expect(created).toEqual([])
})

test("leaving the page by Back cancels (threat 454)", async ({ page }) => {
  const { origin, created } = serve([totp])
  await openCase(page, `${origin}/react/sign-out+keys`)
  await page.evaluate(() => history.pushState(null, "", "#keys"))
  await page.getByRole("button", { name: "Create key" }).click()
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  expect(created).toEqual([])
})

test("the dialog has no accessibility violations, and keeps the focus inside", async ({ page }) => {
  const { origin } = serve([{ method: "password", password: "pw" }])
  await askForKey(page, `${origin}/react/sign-out+keys`)
  const { violations } = await createAxe(page).include("dialog").analyze()
  expect(violations).toEqual([])
  const seen = new Set<boolean>()
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press("Tab")
    seen.add(
      await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest("dialog"),
      ),
    )
  }
  expect([...seen]).toEqual([true])
})
