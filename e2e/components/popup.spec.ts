import { expect, test, type Page } from "@playwright/test"

import { FRAMEWORKS, type Framework } from "./frameworks.ts"
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
    served.attempt = new URLSearchParams(body).get("popup")
    return json({ url: `${gallery.origin}/auth/provider` })
  })
  gallery.answers.set("GET /auth/provider", () => new Response("<title>GitHub</title>", { headers: HTML }))
})
test.afterAll(() => served.gallery?.close())

const HTML = { "content-type": "text/html" }
const button = (page: Page) => page.getByRole("button", { name: "Continue with GitHub" })

async function open(page: Page, framework: Framework) {
  await page.goto(`${served.gallery?.origin}/${framework}/sign-in-one+popup?ssr`, { waitUntil: "networkidle" })
}

/** The window at the provider, which the card waits for. */
async function press(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), button(page).click()])
  await expect(popup).toHaveTitle("GitHub")
  await expect(button(page)).toHaveAttribute("aria-busy", "true")
  return popup
}

/** What the service's last page says in the window. */
const say = (popup: Page, what: object) =>
  popup.evaluate(([name, said]) => new BroadcastChannel(name).postMessage(said), [
    `latchkit,popup,${served.attempt}`,
    what,
  ] as const)

for (const framework of FRAMEWORKS) {
  test(`${framework}: the card signs in beside its page, which stays where it is`, async ({ page }) => {
    await open(page, framework)
    const popup = await press(page)
    const closed = popup.waitForEvent("close")
    await say(popup, { error: "OAuthAccountNotLinked", code: null })
    await closed
    await expect(page.getByRole("alert")).toContainText("You have signed in with another method before.")

    const again = await press(page)
    await again.evaluate(() => {
      window.focus = () => (document.title = "In front")
    })
    await button(page).click({ force: true }) // the window is behind the page; a press of what waits
    await expect(again).toHaveTitle("In front")
    await again.close()
    await expect(button(page)).not.toHaveAttribute("aria-busy")
    await expect(page.getByRole("alert")).toBeEmpty() // nothing needs to be said of that

    const last = await press(page)
    const asked = page.waitForResponse("**/auth/session")
    await say(last, { error: null, code: null })
    await asked
    await expect(button(page)).not.toHaveAttribute("aria-busy")
    expect(new URL(page.url()).pathname).toBe(`/${framework}/sign-in-one+popup`)
  })

  test(`${framework}: where no window opens, the card says so, and the next press goes on in the page`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await open(page, framework)
    await button(page).click()
    await expect(page.getByRole("alert")).toContainText("Your browser did not open the window.")
    const posted = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST")
    await button(page).click()
    expect(new URL((await posted).url()).pathname).toBe("/auth/signin/github")
  })
}
