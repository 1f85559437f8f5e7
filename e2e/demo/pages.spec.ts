import { violationsIn } from "../axe.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { expect, test, type Page } from "./nightbook.ts"

import { KATHERINE, expectSignedIn, fillPassword, signInWithPassword } from "./user.ts"

const FOR_ALL = [
  "/",
  "/sign-in",
  "/no-such-night",
  "/auth/signin",
  "/auth/sign-up",
  "/auth/forgot-password",
  "/auth/signin?error=CredentialsSignin&code=credentials",
  "/auth/signin?error=OAuthAccountNotLinked",
  "/auth/error?error=AccessDenied",
  "/auth/error?error=Configuration",
  "/auth/popup?error=OAuthAccountNotLinked",
  "/auth/verify-request?provider=nodemailer&type=email",
  "/mailbox",
]
const FOR_MEMBERS = ["/", "/journal", "/account", "/auth/account", "/auth/signout", "/auth/popup"]

/** Collects policy violations, console errors and requests to other hosts. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on("console", (message) => {
    // Chromium reports an error page's status as a failed load
    const isExpected = /status of (401|403|404|500)/.test(message.text())
    if (["error", "warning"].includes(message.type()) && !isExpected) complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("request", (request) => {
    if (!["localhost", ""].includes(new URL(request.url()).hostname)) complaints.push(request.url())
  })
  return complaints
}

/** Opens pages in turn, and runs axe in each. No script runs in the emails' frames, including axe's. */
async function expectAccessible(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" })
    const violations = await violationsIn(page)
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
    expect.soft(found, path).toEqual([])
  }
}

async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  const spilling = await page
    .locator("main :is(.card, .auth-card, .week, .people)")
    .evaluateAll((cards) => cards.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.textContent))
  expect(spilling).toEqual([])
}

// `brands.spec.ts` has both
for (const colorScheme of isLong ? (["light", "dark"] as const) : (["dark"] as const)) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test("the pages for everyone are accessible and break no policy", async ({ page }) => {
      const complaints = complaintsOf(page)
      await expectAccessible(page, FOR_ALL)
      expect(complaints).toEqual([])
    })

    test("the members' pages are accessible and break no policy", async ({ page }) => {
      const complaints = complaintsOf(page)
      await signInWithPassword(page)
      await expectSignedIn(page, KATHERINE.name)
      await expectAccessible(page, FOR_MEMBERS)
      expect(complaints).toEqual([])
    })
  })
}

test.describe("from a small phone to a desktop", () => {
  test("nothing scrolls sideways", async ({ page }) => {
    const fits = async (path: string) => {
      await page.goto(path)
      for (const width of isLong ? [320, 390, 768, 1280] : [320, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        await expectNoSidewaysScroll(page)
      }
    }
    for (const path of FOR_ALL) await fits(path)
    await page.goto("/auth/signin?callbackUrl=%2Faccount")
    await fillPassword(page)
    await expectSignedIn(page, KATHERINE.name)
    for (const path of FOR_MEMBERS.filter((one) => one !== "/auth/account")) await fits(path) // its card is wider than a tablet
  })
})

test("the pages of the app may not be framed, cached or sniffed", async ({ request }) => {
  for (const path of ["/", "/auth/signin"]) {
    const headers = (await request.get(path)).headers()
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'")
    expect(headers["content-security-policy"]).not.toContain("unsafe")
    expect(headers["cache-control"]).toContain("no-store")
    expect(headers["x-content-type-options"]).toBe("nosniff")
  }
})
