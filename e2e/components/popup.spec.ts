import { expect, test, type Page } from "@playwright/test"

import { popupPage } from "../../components/html/pages.ts"
import { FRAMEWORKS } from "./frameworks.ts"
import { startGallery, type Gallery } from "./gallery.ts"

const served: { gallery?: Gallery; attempt?: string | null } = {}

const json = (body: unknown) => Response.json(body)

test.beforeAll(async () => {
  const gallery = (served.gallery = await startGallery())
  const github = { id: "github", name: "GitHub", type: "oauth", signinUrl: "", callbackUrl: "" }
  gallery.answers.set("GET /auth/csrf", () => json({ csrfToken: "t" }))
  gallery.answers.set("GET /auth/providers", () => json({ github }))
  gallery.answers.set("GET /auth/session", () =>
    json({ user: { name: "Ada" }, expires: new Date(Date.now() + 3600_000).toISOString() }),
  )
  gallery.answers.set("POST /auth/signin/github", (body) => {
    const fields = new URLSearchParams(body)
    served.attempt = fields.get("popup")
    const callbackUrl = new URL(fields.get("callbackUrl") ?? "/", gallery.origin).href
    return json({ url: `${gallery.origin}/auth/provider`, callbackUrl })
  })
  const rejected = { error: "OAuthAccountNotLinked", signedIn: false, callbackUrl: "/", lang: "en", assets: undefined }
  gallery.answers.set("GET /auth/popup", () => new Response(popupPage(rejected), { headers: HTML }))
  gallery.answers.set("GET /auth/provider", () => new Response("<title>GitHub</title>", { headers: HTML }))
})
test.afterAll(() => served.gallery?.close())

const HTML = { "content-type": "text/html" }
const button = (page: Page) => page.getByRole("button", { name: "Continue with GitHub" })

/** The card in an app's page, rendered by a framework or by `latchkit/html`. */
async function open(page: Page, rendering: string) {
  await page.goto(`${served.gallery?.origin}/${rendering}/sign-in-one+popup?ssr`, { waitUntil: "networkidle" })
}

/** Opens the provider's window, for which the card waits. */
async function press(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), button(page).click()])
  await expect(popup).toHaveTitle("GitHub")
  await expect(button(page)).toHaveAttribute("aria-busy", "true")
  return popup
}

/** Does what Latchkit's last page does in the window. */
const say = (popup: Page, what: object) =>
  popup.evaluate(([name, said]) => new BroadcastChannel(name).postMessage(said), [
    `latchkit,popup,${served.attempt}`,
    what,
  ] as const)

for (const rendering of [...FRAMEWORKS, "html"]) {
  test(`${rendering}: the card signs in beside its page, which stays where it is`, async ({ page }) => {
    await open(page, rendering)
    const popup = await press(page)
    const closed = popup.waitForEvent("close")
    await say(popup, { error: "OAuthAccountNotLinked", code: null })
    await closed
    await expect(page.getByRole("alert").filter({ hasText: "You already have an account." })).toBeVisible()

    const again = await press(page)
    await again.evaluate(() => {
      window.focus = () => (document.title = "In front")
    })
    await button(page).click({ force: true }) // brings the window to the front again
    await expect(again).toHaveTitle("In front")
    await again.close()
    await expect(button(page)).not.toHaveAttribute("aria-busy")
    await expect(page.locator(".auth-alert")).toHaveCount(0) // cancelling needs no message

    const last = await press(page)
    const asked = page.waitForResponse("**/auth/session")
    await say(last, { error: null, code: null })
    await asked
    await expect(button(page)).not.toHaveAttribute("aria-busy")
    expect(new URL(page.url()).pathname).toBe(`/${rendering}/sign-in-one+popup`)
  })
}

/** Opens a page in a browser that blocks every pop-up window. */
async function openStrictly(page: Page, rendering: string) {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await open(page, rendering)
}

const posting = (page: Page) =>
  page.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST")

for (const framework of FRAMEWORKS) {
  test(`${framework}: where no window opens, the card says so, and the next press goes on in the page`, async ({
    page,
  }) => {
    await openStrictly(page, framework)
    await button(page).click()
    await expect(page.getByRole("alert").filter({ hasText: "Your browser blocked the pop-up window." })).toBeVisible()
    const posted = posting(page)
    await button(page).click()
    expect(new URL((await posted).url()).pathname).toBe("/auth/signin/github")
  })
}

test("html: where no window opens, the form posts", async ({ page }) => {
  await openStrictly(page, "html")
  const posted = posting(page)
  await button(page).click()
  expect(new URL((await posted).url()).pathname).toBe("/auth/signin/github")
})

test("html: a page that goes on by itself is told, and one with somewhere to go leads there", async ({ page }) => {
  await open(page, "html")
  await page.evaluate(() => {
    document
      .querySelector("form")
      ?.insertAdjacentHTML("beforeend", `<input type="hidden" name="callbackUrl" value="/html/sign-in?done">`)
    const once = { once: true }
    addEventListener("latchkit:signin", (event) => (event.preventDefault(), (document.title = "Published")), once)
  })
  await say(await press(page), { error: null, code: null })
  await expect(page).toHaveTitle("Published")
  await expect(button(page)).not.toHaveAttribute("aria-busy")
  await say(await press(page), { error: null, code: null })
  await page.waitForURL("**/html/sign-in?done")
})
