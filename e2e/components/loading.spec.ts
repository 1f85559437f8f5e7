import { expect, test } from "../test.ts"
import { findCase } from "./app/case.ts"
import { SHARED_BEHAVIOR_IN } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

test.beforeEach(() => {
  respondWith("GET /auth/session", null)
  respondWith("GET /auth/providers", { credentials: { id: "credentials", name: "Password", type: "credentials" } })
})

function respondWith(request: string, body: unknown, status?: number): void {
  gallery().answers.set(request, () => Response.json(body, { status: status ?? 200 }))
}

const PROPS = { ...findCase("sign-in-password").props, marks: undefined, siteName: "Acme", callbackUrl: "/done" }
const card = "[data-part=sign-in]"
const FORM = "application/x-www-form-urlencoded"

for (const framework of SHARED_BEHAVIOR_IN) {
  test.describe(framework, () => {
    test("a card without providers requests its props once, and signs in with a password", async ({ page }) => {
      const arrival = Promise.withResolvers<Response>()
      gallery().answers.set("GET /auth/sign-in-props", () => arrival.promise)
      respondWith("POST /auth/callback/credentials", { url: "/done" })
      const request = page.waitForRequest(/auth\/sign-in-props/)
      await page.goto(`${gallery().origin}/${framework}/sign-in-password+load?tab=2`)
      await expect(page.locator(card).getByRole("status")).toHaveText("One moment…")
      expect(new URL((await request).url()).searchParams.get("page")).toBe(page.url())
      arrival.resolve(Response.json(PROPS))
      await expect(page.getByRole("heading", { name: "Sign in to Acme" })).toBeVisible()
      await page.getByLabel("Email").fill("ada@example.com")
      await page.getByLabel("Password", { exact: true }).fill("lovelace")
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await page.waitForURL("**/done")
      expect(gallery().requests.filter((request) => request.includes("sign-in-props"))).toHaveLength(1)
    })

    test("a card that a server rendered without providers keeps its place until they arrive", async ({ page }) => {
      respondWith("GET /auth/sign-in-props", PROPS)
      await page.goto(`${gallery().origin}/${framework}/sign-in-password+load?ssr`)
      await expect(page.getByLabel("Email")).toBeVisible()
      await expect(page.locator(card)).not.toHaveAttribute("style", /min-block-size: \d/)
      const arrival = Promise.withResolvers<Response>()
      gallery().answers.set("GET /auth/sign-in-props", () => arrival.promise)
      await page.goto(`${gallery().origin}/${framework}/sign-in-password+load?ssr`)
      await expect(page.locator(card)).toHaveAttribute("style", /min-block-size: \d/)
      const before = await page.locator(card).boundingBox()
      arrival.resolve(Response.json(PROPS))
      await expect(page.getByLabel("Email")).toBeVisible()
      await expect(page.locator(card)).not.toHaveAttribute("style", /min-block-size: \d/)
      const after = await page.locator(card).boundingBox()
      expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThanOrEqual(1) // the height is remembered in whole pixels
    })

    test("a card loads its behavior when the user points at it, and then handles the click that did", async ({
      page,
    }) => {
      const scripts: string[] = []
      const held = Promise.withResolvers<void>()
      await page.route(/start-sign-in/, async (route) => {
        scripts.push(route.request().url())
        await held.promise
        await route.continue()
      })
      await openCase(page, `${gallery().origin}/${framework}/sign-in-password?ssr`)
      const reveal = page.getByRole("button", { name: "Show password" })
      await expect(reveal).toBeVisible()
      await page.waitForLoadState("networkidle")
      expect(scripts).toEqual([])
      await reveal.click()
      await expect.poll(() => scripts.length).toBe(1)
      await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password")
      held.resolve()
      await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text")
    })

    test("a form whose script a deploy has removed is posted by the browser", async ({ page }) => {
      const sent: FormData[] = []
      gallery().answers.set("POST /auth/callback/credentials", async (body) => {
        sent.push(await new Response(body, { headers: { "content-type": FORM } }).formData())
        return new Response("<p>The next page</p>", { headers: { "content-type": "text/html" } })
      })
      await page.route(/(?:run-sign-in|full-client)/, (route) =>
        route.fulfill({ contentType: "text/html", body: "<p>" }),
      )
      await openCase(page, `${gallery().origin}/${framework}/sign-in-password?ssr`)
      await page.getByLabel("Email").fill("ada@example.com")
      await page.getByLabel("Password", { exact: true }).fill("lovelace")
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await expect(page.getByText("The next page")).toBeVisible()
      expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({ password: "lovelace", csrfToken: "t" })
    })

    for (const [name, action] of [
      ["reset-password", "POST /auth/reset-password"],
      ["change-password+client", "POST /auth/account"],
    ] as const)
      test(`${name}: a card whose own script is missing from the start posts its form with a new token`, async ({
        page,
      }) => {
        const sent: FormData[] = []
        gallery().answers.set(action, async (body) => {
          sent.push(await new Response(body, { headers: { "content-type": FORM } }).formData())
          return new Response("<p>The next page</p>", { headers: { "content-type": "text/html" } })
        })
        respondWith("GET /auth/csrf", { csrfToken: "new" })
        await page.route(/start-password-form/, (route) => route.fulfill({ status: 404 }))
        await page.goto(`${gallery().origin}/${framework}/${name}?ssr`)
        await page.getByLabel("New password", { exact: true }).fill("correct horse battery")
        await page.getByRole("button", { name: "Change password" }).click()
        await expect(page.getByText("The next page")).toBeVisible()
        expect(sent.map((fields) => fields.getAll("csrfToken"))).toEqual([["new"]])
        expect(sent[0]?.get("password")).toBe("correct horse battery")
      })

    test("a change of the password names the account for password managers, if the app doesn't", async ({ page }) => {
      const user = { name: "Ada", email: "ada@example.com" }
      respondWith("GET /auth/session", { user, expires: "2100-01-01T00:00:00.000Z" })
      await page.goto(`${gallery().origin}/${framework}/change-password+client?ssr`)
      await expect(page.locator("form input[autocomplete=username]")).toHaveValue("ada@example.com")
    })

    for (const name of ["sign-in-password", "identifier-first"])
      test(`${name}: an empty card whose script a deploy has removed leads to the server's sign-in page`, async ({
        page,
      }) => {
        await page.route(/load-sign-in/, (route) => route.fulfill({ status: 404 }))
        await page.goto(`${gallery().origin}/${framework}/${name}+load`)
        await page.waitForURL("**/auth/signin?callbackUrl=")
      })

    test("a card without its script that an app shows only for a moment leads nowhere", async ({ page }) => {
      await page.clock.install()
      const removed = Promise.withResolvers<void>()
      await page.route(/load-sign-in/, async (route) => {
        await removed.promise
        await route.fulfill({ status: 404 })
      })
      const url = `${gallery().origin}/${framework}/sign-in-password+load`
      await page.goto(url)
      await expect(page.locator(card).getByRole("status")).toHaveText("One moment…")
      const failed = page.waitForResponse(/load-sign-in/)
      await page.evaluate(() => {
        window.showNext?.(() => (document.documentElement.dataset["case"] = "sign-out"))
      })
      removed.resolve()
      await failed
      await page.clock.runFor(2000)
      await expect(page.locator("[data-part=sign-out]")).toBeVisible()
      expect(page.url()).toBe(url)
    })

    for (const script of ["user-accounts", "accounts-store"])
      test(`a menu without ${script}, which a deploy has removed, asks the server before it signs out`, async ({
        page,
      }) => {
        respondWith("GET /auth/session", { user: { name: "Ada" }, expires: "2100-01-01T00:00:00.000Z" })
        await page.route(new RegExp(script), (route) => route.fulfill({ status: 404 }))
        await openCase(page, `${gallery().origin}/${framework}/user-button+accounts`)
        await page.getByLabel("Ada's account").first().click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await page.waitForURL("**/auth/signout?callbackUrl=*")
      })

    for (const script of ["confirm-dialog", "download-data"])
      test(`an account without ${script}, which a deploy has removed, posts its form`, async ({ page }) => {
        const isDownload = script === "download-data"
        const action = isDownload ? "POST /auth/export" : "POST /auth/account"
        const sent: FormData[] = []
        gallery().answers.set(action, async (body) => {
          const fields = await new Response(body, { headers: { "content-type": FORM } }).formData()
          sent.push(fields)
          if (!isDownload && sent.length === 1) return Response.json({ error: "StepUpRequired" }, { status: 401 })
          return new Response("<p>The next page</p>", { headers: { "content-type": "text/html" } })
        })
        await page.route(new RegExp(script), (route) => route.fulfill({ status: 404 }))
        await openCase(page, `${gallery().origin}/${framework}/${isDownload ? "account-full" : "account"}`)
        if (!isDownload) await page.locator("summary", { hasText: "Unlink GitHub" }).click()
        await page.getByRole("button", { name: isDownload ? "Download" : "Unlink GitHub" }).click()
        await expect(page.getByText("The next page")).toBeVisible()
        expect(sent.at(-1)?.get("csrfToken")).toBe("t")
      })

    test("a menu whose script a deploy has removed leads to the server's sign-out page", async ({ page }) => {
      respondWith("GET /auth/session", { user: { name: "Ada" }, expires: "2100-01-01T00:00:00.000Z" })
      await page.route(/start-user-button/, (route) => route.fulfill({ status: 404 }))
      await openCase(page, `${gallery().origin}/${framework}/user-button+accounts`)
      await page.getByLabel("Ada's account").first().click()
      await page.getByRole("menuitem", { name: "Sign out" }).click()
      await page.waitForURL("**/auth/signout?callbackUrl=")
    })

    test("a choice that was made before the behavior has loaded is sent", async ({ page }) => {
      const sent: FormData[] = []
      respondWith("GET /auth/providers", { github: { id: "github", name: "GitHub", type: "oauth" } })
      gallery().answers.set("POST /auth/signin/github", async (body) => {
        sent.push(await new Response(body, { headers: { "content-type": FORM } }).formData())
        return Response.json({ url: "/", error: "OAuthSignin" })
      })
      const held = Promise.withResolvers<void>()
      await page.route(/start-sign-in/, async (route) => {
        await held.promise
        await route.continue()
      })
      const requested = page.waitForRequest(/start-sign-in/)
      await openCase(page, `${gallery().origin}/${framework}/sign-in-remember?ssr`)
      await page.getByRole("checkbox", { name: "Keep me signed in" }).press("Space")
      await page.getByRole("button", { name: "Continue with GitHub" }).click()
      await requested
      held.resolve()
      await expect.poll(() => sent.map((fields) => fields.get("remember"))).toEqual(["yes"])
    })

    test("the passkey button appears in the place kept for it, so that nothing moves", async ({ page }) => {
      const held = Promise.withResolvers<void>()
      await page.route(/start-sign-in/, async (route) => {
        await held.promise
        await route.continue()
      })
      const requested = page.waitForRequest(/start-sign-in/)
      await openCase(page, `${gallery().origin}/${framework}/sign-in-sign-up?ssr`)
      await requested
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
      const before = await page.locator(card).boundingBox()
      await expect(page.getByRole("button", { name: "Use a passkey" })).toBeHidden()
      held.resolve()
      await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible()
      expect(await page.locator(card).boundingBox()).toEqual(before)
    })

    test("a card whose behavior can't be loaded looks like one on a page without scripts", async ({ page }) => {
      await page.route(/start-sign-in/, (route) => route.abort())
      await openCase(page, `${gallery().origin}/${framework}/sign-in-password?ssr`)
      const reveal = page.getByRole("button", { name: "Show password" })
      await expect(reveal).toBeVisible()
      await page.getByLabel("Email").hover()
      await expect(reveal).toBeHidden()
    })

    test("a card whose props can't be loaded says why, and tries again", async ({ page }) => {
      respondWith("GET /auth/sign-in-props", { message: "no" }, 500)
      await page.goto(`${gallery().origin}/${framework}/sign-in-password+load`)
      await expect(page.getByRole("alert")).toHaveText("Something went wrong. Try again.")
      respondWith("GET /auth/sign-in-props", PROPS)
      await page.getByRole("button", { name: "Try again" }).click()
      await expect(page.getByLabel("Email")).toBeVisible()
      await expect(page.getByText("Something went wrong")).toHaveCount(0)
    })
  })
}

test.describe("a card that React's Activity hides and shows again", () => {
  const toggle = "Hide or show"

  test("keeps what the user typed, and requests its props once", async ({ page }) => {
    respondWith("GET /auth/sign-in-props", PROPS)
    respondWith("POST /auth/callback/credentials", { url: "/done" })
    await page.goto(`${gallery().origin}/react/sign-in-password+hides`)
    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByRole("button", { name: toggle }).click()
    await expect(page.getByLabel("Email")).toBeHidden()
    await page.getByRole("button", { name: toggle }).click()
    await page.getByLabel("Password", { exact: true }).fill("lovelace")
    await page.getByRole("button", { name: "Show password" }).click()
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text")
    await expect(page.getByLabel("Email")).toHaveValue("ada@example.com")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL("**/done")
    expect(gallery().requests.filter((request) => request.includes("sign-in-props"))).toHaveLength(1)
  })

  test("keeps the step for an address", async ({ page }) => {
    respondWith("GET /auth/sign-in-props", PROPS)
    respondWith("POST /auth/signin", { url: "/login?step=method" })
    await page.goto(`${gallery().origin}/react/identifier-first+hides`)
    await page.getByLabel("Email").fill("ada@example.com")
    respondWith("GET /auth/sign-in-props", { ...PROPS, identifier: "ada@example.com" })
    await page.getByLabel("Email").press("Enter")
    await expect(page.locator("bdi")).toHaveText("ada@example.com")
    respondWith("GET /auth/sign-in-props", PROPS)
    await page.getByRole("button", { name: toggle }).click()
    await expect(page.locator("bdi")).toBeHidden()
    await page.getByRole("button", { name: toggle }).click()
    await page.getByRole("button", { name: "Show password" }).click()
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text")
    await expect(page.locator("bdi")).toHaveText("ada@example.com")
  })

  test("keeps the field for an emailed code", async ({ page }) => {
    respondWith("POST /auth/forgot-password", { url: "/auth/forgot-password?status=sent" })
    await openCase(page, `${gallery().origin}/react/forgot-password+hides`)
    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByLabel("Email").press("Enter")
    await expect(page.locator("[data-digits]")).toBeVisible()
    await page.getByRole("button", { name: toggle }).click()
    await expect(page.locator("[data-digits]")).toBeHidden()
    await page.getByRole("button", { name: toggle }).click()
    await page.locator("[data-digits]").fill("123456")
    await expect.poll(() => gallery().requests.filter((one) => one.startsWith("POST"))).toHaveLength(2)
  })
})

test.describe("a card that a portal renders into another document", () => {
  test("signs in, and shows its password and its error", async ({ page }) => {
    respondWith("POST /auth/callback/credentials", { url: "/", error: "CredentialsSignin" }, 401)
    await page.goto(`${gallery().origin}/react/sign-in-password+framed`)
    const frame = page.frameLocator("iframe")
    const password = frame.getByLabel("Password", { exact: true })
    await frame.getByLabel("Email").fill("ada@example.com")
    await password.fill("lovelace")
    await frame.getByRole("button", { name: "Show password" }).click()
    await expect(password).toHaveAttribute("type", "text")
    await password.press("Enter")
    await expect(frame.getByText("Wrong email or password. Try again.")).toBeVisible()
    await expect(password).toHaveValue("")
    await expect(frame.getByLabel("Email")).toHaveValue("ada@example.com")
    respondWith("POST /auth/callback/credentials", { url: "/done" })
    await password.fill("countess")
    await password.press("Enter")
    await page.waitForURL("**/done")
  })

  test("says what is missing in a new password", async ({ page }) => {
    await page.goto(`${gallery().origin}/react/reset-password+framed`)
    const frame = page.frameLocator("iframe")
    await frame.getByLabel("New password", { exact: true }).fill("short")
    await frame.getByRole("button", { name: "Change password" }).click()
    await expect(frame.getByText("Use at least 15 characters.")).toBeVisible()
    expect(gallery().requests.filter((request) => request.startsWith("POST"))).toEqual([])
  })

  test("sends a code when it is complete", async ({ page }) => {
    respondWith("POST /auth/step/second-factor", { url: "/done" })
    await page.goto(`${gallery().origin}/react/second-factor+framed`)
    await page.frameLocator("iframe").locator("[data-digits]").fill("123456")
    await page.waitForURL("**/done")
  })

  test("closes its menu when the user points at something else", async ({ page }) => {
    await page.goto(`${gallery().origin}/react/user-button+framed`)
    const frame = page.frameLocator("iframe")
    await frame.getByLabel("Ada Lovelace's account").first().click()
    await expect(frame.locator("details")).toHaveAttribute("open")
    await frame.locator("body").click({ position: { x: 450, y: 650 } })
    await expect(frame.locator("details")).not.toHaveAttribute("open")
  })
})
