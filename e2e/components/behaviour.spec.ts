import type { Page } from "@playwright/test"
import { expect, test } from "../test.ts"

import { DETAILS } from "../../components/account/account.fixture.ts"
import { FRAMEWORKS, SHARED_BEHAVIOR_IN } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })

function answer(request: string, body: unknown, status?: number): void {
  gallery().answers.set(request, () => json(body, status))
}

const open = (page: Page, path: string) => openCase(page, `${gallery().origin}/${path}`)

for (const framework of FRAMEWORKS) {
  test.describe(framework, () => {
    test("the menu is walked with the keyboard, and closed by Escape and a press outside", async ({ page }) => {
      await open(page, `${framework}/user-button?ssr`)
      const button = page.getByLabel("Ada Lovelace's account").first()
      const item = (name: string) => page.getByRole("menuitem", { name })
      await page.keyboard.press("Tab")
      await expect(button).toBeFocused()
      await page.keyboard.press("ArrowDown")
      await expect(item("Manage account")).toBeFocused()
      await page.keyboard.press("ArrowDown")
      await expect(item("Billing")).toBeFocused()
      await page.keyboard.press("End")
      await expect(item("Sign out")).toBeFocused()
      await page.keyboard.press("ArrowDown")
      await expect(item("Manage account")).toBeFocused()
      await page.keyboard.press("b")
      await expect(item("Billing")).toBeFocused()
      await page.keyboard.press("Escape")
      await expect(item("Billing")).toBeHidden()
      await expect(button).toBeFocused()
      await page.keyboard.press("Enter")
      await expect(item("Billing")).toBeVisible()
      await page.mouse.click(2, 2)
      await expect(item("Billing")).toBeHidden()
    })

    test("unlinking asks first, and goes on from the heading of what is left", async ({ page }) => {
      const bodies: unknown[] = []
      gallery().answers.set("POST /auth/account", (body) => {
        bodies.push(JSON.parse(body))
        return json({ ...DETAILS, accounts: [] })
      })
      await open(page, `${framework}/account?ssr`)
      const unlink = page.locator("summary", { hasText: "Unlink GitHub" })
      const sure = page.getByRole("button", { name: "Unlink GitHub" })
      await unlink.focus()
      await page.keyboard.press("Enter")
      await expect(page.getByText("You'll no longer be able to sign in with GitHub.")).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(sure).toBeHidden()
      await expect(unlink).toBeFocused()
      await page.keyboard.press("Enter")
      await page.keyboard.press("Tab")
      await expect(sure).toBeFocused()
      await page.keyboard.press("Enter")
      await expect(page.getByText("ada-l")).toHaveCount(0)
      await expect(page.getByRole("heading", { name: "Sign-in methods" })).toBeFocused()
      expect(bodies).toEqual([{ change: "unlink", id: "a1", csrfToken: "t" }])
    })

    test("a passkey gets another name, and a change that is rejected says why", async ({ page }) => {
      answer("POST /auth/account", { ...DETAILS, passkeys: [{ ...DETAILS.passkeys?.[0], name: "Laptop" }] })
      await open(page, `${framework}/account?ssr`)
      const edit = page.locator("summary", { hasText: "Edit MacBook" })
      await edit.click()
      await expect(page.getByLabel("Passkey name")).toBeFocused()
      await page.keyboard.type("Laptop")
      await page.keyboard.press("Enter")
      await expect(page.getByText("Laptop", { exact: true })).toBeVisible()
      await expect(page.locator("summary", { hasText: "Edit Laptop" })).toBeFocused()
      answer("POST /auth/account", { error: "NotFound" }, 404)
      await page.locator("summary", { hasText: "Sign out Safari on iPhone" }).click()
      await page.getByRole("button", { name: "Sign out Safari on iPhone" }).click()
      await expect(page.locator("[data-focus]")).toBeFocused()
      await expect(page.locator(".auth-alert")).toHaveText("Already removed.")
    })

    test("what was typed and checked before the page's script came stays", async ({ page }) => {
      const script = Promise.withResolvers<void>()
      await page.route(/entry\.js/, (route) => script.promise.then(() => route.continue()))
      const opened = open(page, `${framework}/sign-in-remember?ssr`)
      const [email, box] = [page.getByLabel("Email"), page.getByRole("checkbox", { name: "Keep me signed in" })]
      await box.check()
      await email.fill("ada@example.com")
      script.resolve()
      await opened
      await expect(page.locator("#auth-remember")).toHaveCount(0) // the card shows that it has a script
      await expect(email).toHaveValue("ada@example.com")
      await expect(email).toBeFocused()
      await expect(box).toBeChecked()
    })

    test("what was typed stays if a browser extension has put an element into the form before hydration", async ({
      page,
    }) => {
      const script = Promise.withResolvers<void>()
      await page.route(/entry\.js/, (route) => script.promise.then(() => route.continue()))
      const opened = open(page, `${framework}/sign-in-remember?ssr`)
      const [email, box] = [page.getByLabel("Email"), page.getByRole("checkbox", { name: "Keep me signed in" })]
      await box.check()
      await email.fill("ada@example.com")
      await email.evaluate((input) => input.after(document.createElement("com-password-button")))
      script.resolve()
      await opened
      await expect(page.locator("#auth-remember")).toHaveCount(0) // the card shows that it has a script
      await expect(email).toHaveValue("ada@example.com")
      await expect(email).toBeFocused()
      await expect(box).toBeChecked()
    })

    test("a form action gets the form from the browser, with the provider's id and no request of ours", async ({
      page,
    }) => {
      await open(page, `${framework}/sign-in-rejected-form?ssr`)
      await page.getByLabel("Email").first().fill("ada@example.com")
      await page.getByLabel("Password", { exact: true }).fill("right")
      const posted = page.waitForRequest((request) => request.method() === "POST")
      await page.getByRole("button", { name: "Sign in" }).click()
      const request = await posted
      expect(new URL(request.url()).search).toBe("?/signin")
      expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ""))).toMatchObject({
        providerId: "credentials",
        redirectTo: "/",
        email: "ada@example.com",
        password: "right",
      })
      expect(gallery().requests).toEqual([])
    })

    test("a form sent before the card's script came is sent when it comes, or else by the browser", async ({
      page,
    }) => {
      answer("GET /auth/providers", { github: { id: "github", name: "GitHub", type: "oauth" } })
      answer("POST /auth/signin/github", { url: "/", error: "OAuthSignin" })
      const press = () => page.getByRole("button", { name: "Continue with GitHub" }).click()
      const script = Promise.withResolvers<void>()
      const asked = page.waitForRequest(/start-sign-in/)
      await page.route(/start-sign-in/, (route) => script.promise.then(() => route.continue()))
      await open(page, `${framework}/sign-in-remember?ssr`)
      await asked
      await press()
      await page.getByRole("button", { name: "Continue with email" }).click() // the second click is ignored
      await expect(page.locator("[aria-busy=true]")).toHaveText("Continue with GitHub")
      expect(gallery().requests).toEqual([])
      script.resolve()
      await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible()
      expect(gallery().requests.filter((request) => request.startsWith("POST"))).toEqual(["POST /auth/signin/github"])
      await expect(page.locator("[aria-busy]")).toHaveCount(0)

      await page.unroute(/start-sign-in/)
      await page.route(/start-sign-in/, (route) => route.abort())
      const failed = page.waitForEvent("requestfailed")
      await page.reload()
      await failed
      const posted = page.waitForRequest((request) => request.isNavigationRequest())
      await press()
      expect(new URL((await posted).url()).pathname).toBe("/auth/signin/github")
    })
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test.describe(framework, () => {
    test("an event of the app's own element that is called `submit` sends nothing and breaks nothing", async ({
      page,
    }) => {
      const errors: string[] = []
      page.on("pageerror", ({ message }) => errors.push(message))
      for (const card of ["account", "user-button", "sign-in"]) {
        await open(page, `${framework}/${card}?ssr`)
        await page.locator("form").first().locator("*").first().dispatchEvent("submit")
        await page.evaluate(() => document.dispatchEvent(new Event("submit")))
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0)
      }
      expect(errors).toEqual([])
    })

    test("a sign-out that the service refuses is taken back, and said in the menu", async ({ page }) => {
      answer("POST /auth/signout", {}, 500)
      await open(page, `${framework}/user-button?ssr`)
      await page.getByLabel("Ada Lovelace's account").first().click()
      await page.getByRole("menuitem", { name: "Sign out" }).click()
      await expect(page.getByText("We couldn't sign you out. You're still signed in.")).toBeVisible()
    })

    test("the card's one box speaks for the form that is sent", async ({ page }) => {
      const sent: string[] = []
      answer("GET /auth/providers", { github: { id: "github", name: "GitHub", type: "oauth" } })
      gallery().answers.set("POST /auth/signin/github", (body) => {
        sent.push(new URLSearchParams(body).get("remember") ?? "no")
        return json({ url: "/", error: "OAuthSignin" })
      })
      await open(page, `${framework}/sign-in-remember?ssr`)
      const box = page.getByRole("checkbox", { name: "Keep me signed in" })
      for (const press of [1, 2, 3]) {
        if (press !== 3) await box.press("Space")
        await page.getByRole("button", { name: "Continue with GitHub" }).click()
        await expect.poll(() => sent.length).toBe(press)
        await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible()
      }
      expect(sent).toEqual(["yes", "no", "no"])
    })

    test("a rejected password leaves the address, clears the password and says so where the focus is", async ({
      page,
    }) => {
      const waiting = Promise.withResolvers<Response>()
      answer("GET /auth/providers", { credentials: { id: "credentials", name: "Password", type: "credentials" } })
      gallery().answers.set("POST /auth/callback/credentials", () => waiting.promise)
      await open(page, `${framework}/sign-in-password?ssr`)
      const password = page.getByLabel("Password", { exact: true })
      await page.getByLabel("Email").fill("ada@example.com")
      await password.fill("wrong")
      await page.getByRole("button", { name: "Show password" }).click()
      await expect(password).toHaveAttribute("type", "text")
      const submit = page.getByRole("button", { name: "Sign in" })
      await submit.click()
      await expect(submit).toHaveAttribute("aria-busy", "true")
      await expect(password).toHaveAttribute("type", "password")
      await submit.press("Enter")
      waiting.resolve(
        json({ url: `${gallery().origin}/auth/signin?error=CredentialsSignin`, error: "CredentialsSignin" }, 401),
      )
      await expect(page.locator("[data-focus]")).toBeFocused()
      await expect(page.locator(".auth-alert")).toHaveText("Wrong email or password. Try again.")
      await expect(page.getByLabel("Email")).toHaveValue("ada@example.com")
      await expect(password).toHaveValue("")
      await expect(password).toHaveAttribute("aria-invalid", "true")
      expect(gallery().requests.filter((request) => request.startsWith("POST"))).toHaveLength(1)

      // A browser that blocks cookies sends none with a new token either
      answer("POST /auth/callback/credentials", { url: `${gallery().origin}/`, error: "MissingCSRF" }, 401)
      await password.fill("right")
      await submit.click()
      await expect(page.locator(".auth-alert")).toHaveText("Allow cookies for this site, or open it in its own tab.")
      expect(gallery().requests.filter((request) => request.startsWith("POST"))).toHaveLength(3)
    })

    test("the account loads by itself, and offers to try again", async ({ page }) => {
      answer("GET /auth/account", {}, 500)
      await open(page, `${framework}/account-unknown?ssr`)
      await expect(page.getByText("We couldn't load your account.")).toBeVisible()
      answer("GET /auth/account", DETAILS)
      await page.getByRole("button", { name: "Try again" }).click()
      await expect(page.getByRole("region", { name: "Profile" })).toContainText("Ada Lovelace")
    })
  })
}

test("the menu opens towards the side that has room, in whichever corner its button is", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 500 })
  await open(page, "react/user-button?ssr")
  const user = page.locator(".auth-user").first()
  const menu = user.locator(".auth-popup")
  await user.locator("summary").click()
  for (const dir of ["ltr", "rtl"]) {
    for (const inset of ["8px auto auto 8px", "8px 8px auto auto", "auto auto 8px 8px", "auto 8px 8px auto"]) {
      await user.evaluate(
        (element, style) =>
          Object.assign(element, { dir: style.dir }).setAttribute("style", `position: fixed; inset: ${style.inset}`),
        { dir, inset },
      )
      const [box, button] = [await menu.boundingBox(), await user.locator("summary").boundingBox()]
      if (!box || !button) throw new Error(`Nothing is shown at ${inset}`)
      expect([box.x >= 0, box.x + box.width <= 600, box.y >= 0, box.y + box.height <= 500], inset).toEqual([
        ...[true, true, true, true],
      ])
      expect(box.y >= button.y + button.height || box.y + box.height <= button.y, `${inset} beside its button`).toBe(
        true,
      )
    }
  }
})

test("the menu stays in the window if neither side of its button has room for it", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, "react/user-button-accounts?ssr")
  const user = page.locator(".auth-user").first()
  await user.locator("summary").click()
  for (const dir of ["ltr", "rtl"]) {
    for (const place of ["top: 8px; left: 137px", "top: 300px; left: 100px", "bottom: 8px; left: 137px"]) {
      await user.evaluate(
        (element, style) =>
          Object.assign(element, { dir: style.dir }).setAttribute("style", `position: fixed; ${style.place}`),
        { dir, place },
      )
      const box = await user.locator(".auth-popup").boundingBox()
      if (!box) throw new Error(`Nothing is shown at ${place}`)
      expect([box.x >= 0, box.x + box.width <= 320, box.y >= 0, box.y + box.height <= 640], place).toEqual([
        ...[true, true, true, true],
      ])
    }
  }
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the menu opens, and a question is asked and answered by a form", async ({ page }) => {
    await open(page, "html/user-button?plain")
    await page.locator("summary").click()
    await expect(page.getByRole("link", { name: "Manage account" })).toBeVisible()
    await open(page, "html/account?plain")
    await page.locator("summary", { hasText: "Unlink GitHub" }).click()
    const posted = page.waitForRequest((request) => request.method() === "POST")
    await page.getByRole("button", { name: "Unlink GitHub" }).click()
    expect(Object.fromEntries(new URLSearchParams((await posted).postData() ?? ""))).toEqual({
      csrfToken: "t",
      change: "unlink",
      id: "a1",
    })
  })
})
