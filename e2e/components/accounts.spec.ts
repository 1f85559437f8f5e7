import { expect, test, type BrowserContext, type Page } from "../test.ts"

import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/index.ts"
import { FRAMEWORKS, SHARED_BEHAVIOR_IN } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

/** Latchkit, whose users sign in by their name. */
function createService(origin: string) {
  const adapter = MemoryAdapter()
  const byName = {
    id: "credentials",
    name: "Name",
    type: "credentials",
    credentials: { name: {} },
    async authorize({ name = "" }: { name?: string }) {
      const email = `${name.toLowerCase()}@app.test`
      return (await adapter.getUserByEmail(email)) ?? adapter.createUser({ id: name, name, email, emailVerified: null })
    },
  } as const
  const logger = { error() {}, warn() {}, debug() {} }
  const session = { strategy: "jwt", maxAccounts: 3 } as const
  const config = { adapter, providers: [byName], secret: "s".repeat(32), session, logger }
  return createAuth(config, { env: { AUTH_URL: origin } })
}

/** Lets Latchkit respond to the pages' requests, with the browser's cookies. */
async function connect(context: BrowserContext, origin: string) {
  const auth = createService(origin)
  await context.route(`${origin}/auth/**`, async (route) => {
    const request = route.request()
    const cookies = await context.cookies(origin)
    const headers = new Headers(request.headers())
    headers.set("cookie", cookies.map(({ name, value }) => `${name}=${value}`).join("; "))
    const body = request.postData()
    const response = await auth.handle(
      new Request(request.url(), { method: request.method(), headers, ...(body !== null && { body }) }),
    )
    const lines = response.headers.getSetCookie()
    await route.fulfill({
      status: response.status,
      headers: {
        ...Object.fromEntries([...response.headers].filter(([name]) => name !== "set-cookie")),
        ...(lines.length > 0 && { "set-cookie": lines.join("\n") }),
      },
      body: await response.text(),
    })
  })
}

/** Signs in by a POST, as a form does. */
const enter = (page: Page, name: string) =>
  page.evaluate(async (username) => {
    const { csrfToken } = await (await fetch("/auth/csrf")).json()
    const body = new URLSearchParams({ csrfToken, name: username })
    await fetch("/auth/callback/credentials", { method: "POST", body, headers: { "x-auth-return-redirect": "1" } })
  }, name)

const button = (page: Page, name: string) => page.locator(`summary[aria-label="${name}'s account"]`)
const items = (page: Page) => page.getByRole("menuitem")

for (const framework of FRAMEWORKS) {
  test(`${framework}: I switch by keyboard, the other tab follows, and I sign out of one account`, async ({
    page,
    context,
  }) => {
    const origin = gallery().origin
    await connect(context, origin)
    const url = `${origin}/${framework}/user-button+accounts`
    await openCase(page, url)
    await enter(page, "Grace")
    await enter(page, "Alan")
    await page.reload()
    await expect(button(page, "Alan")).toBeVisible()
    const other = await context.newPage()
    await openCase(other, url)
    await expect(button(other, "Alan")).toBeVisible()

    await page.bringToFront()
    await button(page, "Alan").focus()
    await page.keyboard.press("ArrowDown")
    await expect(items(page)).toHaveText([
      "Manage account",
      "Billing",
      /^Grace\s*grace@app\.test$/,
      "Add another account",
      "Sign out",
      "Sign out of all accounts",
    ])
    await page.keyboard.press("g")
    await expect(items(page).filter({ hasText: "Grace" })).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(button(page, "Grace")).toBeVisible()
    await other.bringToFront()
    await expect(button(other, "Grace")).toBeVisible()

    await button(other, "Grace").click()
    await items(other).getByText("Sign out", { exact: true }).click()
    await expect(button(other, "Alan")).toBeVisible()
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test(`${framework}: each button signs out of what it says, also while the accounts arrive`, async ({
    page,
    context,
  }) => {
    const origin = gallery().origin
    await connect(context, origin)
    await openCase(page, `${origin}/${framework}/user-button+accounts`)
    await enter(page, "Grace")
    await enter(page, "Alan")
    const arrival = Promise.withResolvers<void>()
    await context.route(`${origin}/auth/accounts`, async (route) => {
      if (route.request().method() === "GET") await arrival.promise
      await route.fallback()
    })
    await page.reload()
    await button(page, "Alan").focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("End")
    const signOut = items(page).getByText("Sign out", { exact: true })
    await expect(signOut).toBeFocused()
    arrival.resolve()
    await expect(items(page).getByText("Sign out of all accounts")).toBeVisible()
    await expect(signOut).toBeFocused()
    const loaded = page.waitForEvent("load") // later than the button changes
    await page.keyboard.press("Enter")
    await loaded
    await expect(button(page, "Grace")).toBeVisible()

    await enter(page, "Alan")
    await page.reload()
    await button(page, "Alan").click()
    // As soon as the button is there, it does what it says
    await items(page).getByText("Sign out of all accounts").click()
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible()
    const session = () => page.evaluate(async () => (await fetch("/auth/session")).json())
    await expect.poll(() => session().catch(() => "the page is loading")).toBeNull()
  })

  test(`${framework}: "Sign out of all accounts" does so, also if the accounts have just become unknown`, async ({
    page,
    context,
  }) => {
    const origin = gallery().origin
    await connect(context, origin)
    await openCase(page, `${origin}/${framework}/user-button+accounts`)
    await enter(page, "Grace")
    await enter(page, "Alan")
    await context.route(`${origin}/auth/accounts`, async (route) => {
      if (route.request().method() === "GET") await new Promise(() => {})
      await route.fallback()
    })
    const asked = page.waitForRequest(`${origin}/auth/accounts`)
    await page.reload()
    await button(page, "Alan").click()
    await asked // so the component's script runs
    const signOut = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/signout"))
    // The button of the last render, which the user pressed before the menu changed
    await page.locator("form[data-part=sign-out]").evaluate((form: HTMLFormElement) => {
      form.setAttribute("data-part", "sign-out-all")
      form.requestSubmit()
    })
    await signOut
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible()
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test(`${framework}: the account card changes nothing in the account that another tab has switched to`, async ({
    page,
    context,
  }) => {
    const origin = gallery().origin
    await connect(context, origin)
    const url = `${origin}/${framework}/account-unknown`
    await page.goto(url)
    await enter(page, "Grace")
    await openCase(page, url)
    const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) })
    const changes: string[] = []
    page.on("request", (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === "POST" && !pathname.includes("/callback/")) changes.push(pathname)
    })
    const rename = async (name: string) => {
      await page.getByRole("region", { name: "Profile", exact: true }).locator("summary").first().click()
      await page.getByLabel("Name").fill(name)
      await page.getByRole("button", { name: "Save" }).click()
    }
    await expect(row("grace@app.test")).toBeVisible()
    await enter(page, "Alan")
    await rename("Grace Hopper")
    await expect(row("alan@app.test")).toBeVisible()
    await expect(page.getByText("This page expired. Try again.")).toBeVisible()
    await expect(row("Alan")).toBeVisible()
    await expect(page.getByLabel("Name")).toHaveValue("Alan")
    expect(changes).toEqual([])

    await enter(page, "Grace")
    const download = page.getByRole("button", { name: "Download your data" })
    await download.click()
    await expect(row("grace@app.test")).toBeVisible()
    expect(changes).toEqual([])
    await download.click()
    await expect.poll(() => changes).toEqual(["/auth/export"])

    await enter(page, "Grace") // in a new session of the same user
    await rename("Grace Hopper")
    await expect(page.getByRole("status")).toHaveText("Changes saved.")
    await expect(row("Grace Hopper")).toBeVisible()
  })
}

test("the account card of another origin, which can't read cookies, changes nothing after a switch", async ({
  page,
}) => {
  const { origin, answers, requests } = gallery()
  const active = { name: "grace" }
  const account = () => ({
    user: { name: active.name, email: `${active.name}@app.test` },
    ...{ accounts: null, linkable: [], passkeys: null, sessions: null, profile: { fields: ["name"] } },
  })
  answers.set("GET /auth/account", () => Response.json(account()))
  answers.set("POST /auth/account", () => Response.json(account()))
  await page.addInitScript(() => Object.defineProperty(Document.prototype, "cookie", { get: () => "" }))
  await openCase(page, `${origin}/react/account-unknown+elsewhere`)
  const rename = async () => {
    await page.getByRole("region", { name: "Profile", exact: true }).locator("summary").first().click()
    await page.getByLabel("Name").fill("Somebody")
    await page.getByRole("button", { name: "Save" }).click()
  }
  await expect(page.getByText("grace@app.test")).toBeVisible()
  active.name = "alan"
  await rename()
  await expect(page.getByText("alan@app.test")).toBeVisible()
  await expect(page.getByText("This page expired. Try again.")).toBeVisible()
  expect(requests).not.toContain("POST /auth/account")
  await rename()
  await expect(page.getByRole("status")).toHaveText("Changes saved.")
})

test("a new password is sent with the address of the account that the card shows", async ({ page }) => {
  const sent: unknown[] = []
  gallery().answers.set("POST /auth/account", (body) => {
    sent.push(JSON.parse(body))
    return Response.json({ error: "SessionRequired" }, { status: 401 })
  })
  await openCase(page, `${gallery().origin}/react/change-password`)
  await page.getByRole("textbox", { name: "New password" }).fill("a very long new password")
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(page.getByText("Sign in to continue.")).toBeVisible()
  expect(sent).toMatchObject([{ change: "change-password", email: "ada@example.com" }])
})

test("a form that the browser posts names its account, because a deploy has removed the card's script", async ({
  page,
}) => {
  const sent: URLSearchParams[] = []
  gallery().answers.set("POST /auth/account", (body) => {
    sent.push(new URLSearchParams(body))
    return new Response("<p>The next page</p>", { headers: { "content-type": "text/html" } })
  })
  await page.route(/start-password-form/, (route) => route.fulfill({ status: 404 }))
  await page.goto(`${gallery().origin}/react/change-password?ssr`)
  await page.getByRole("textbox", { name: "New password" }).fill("a very long new password")
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(page.getByText("The next page")).toBeVisible()
  expect(sent.map((fields) => fields.get("email"))).toEqual(["ada@example.com"])
})
