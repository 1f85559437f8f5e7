import { isLong } from "../../server/test-kit/long.ts"
import { expect, test, type Page } from "./nightbook.ts"
import { KATHERINE, VERA, expectSignedIn, expectSignedOut, signInWithPassword, signOut } from "./user.ts"

test("a second tab knows that I signed in, and when I sign out in one the other follows", async ({ page, context }) => {
  const second = await context.newPage()
  await second.goto("/")
  await expectSignedOut(second)
  await signInWithPassword(page)
  await expectSignedIn(page, KATHERINE.name)
  await second.bringToFront()
  await expectSignedIn(second, KATHERINE.name)

  await signOut(page)
  await expectSignedOut(page)
  await expectSignedOut(second)
})

/** Opens a page that lists the paths of its requests. The account page, which still sends some, is another one. */
async function openRecorded(page: Page) {
  const fresh = await page.context().newPage()
  const asked: string[] = []
  fresh.on("request", (request) => asked.push(new URL(request.url()).pathname))
  return { fresh, asked }
}

const isAboutSession = (path: string) => path.startsWith("/auth/") && path !== "/auth/theme.css"

test("a page that comes with its session asks for none", async ({ page }) => {
  await signInWithPassword(page)
  await expectSignedIn(page, KATHERINE.name)
  const { fresh, asked } = await openRecorded(page)
  await fresh.goto("/", { waitUntil: "networkidle" })
  await expectSignedIn(fresh, KATHERINE.name)
  expect(asked).toContain("/")
  expect(asked.filter(isAboutSession)).toEqual([])
})

test("the journal reads the session as a query, and asks the service for nothing", async ({ page }) => {
  await signInWithPassword(page)
  await expectSignedIn(page, KATHERINE.name)
  const { fresh, asked } = await openRecorded(page)
  await fresh.goto("/journal", { waitUntil: "networkidle" })
  await expect(fresh.getByRole("heading", { name: "Jupiter and four moons" })).toBeVisible()
  expect(asked.filter((path) => path === "/api/nights")).toHaveLength(1)
  expect(asked.filter(isAboutSession)).toEqual([])
})

/** The suite of each framework has these on its own site. */
if (isLong) {
  test("the journal in another tab closes when I sign out", async ({ page, context }) => {
    await signInWithPassword(page)
    await expectSignedIn(page, KATHERINE.name)
    const journal = await context.newPage()
    await journal.goto("/journal")
    await expect(journal.getByRole("heading", { name: "Jupiter and four moons" })).toBeVisible()
    await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click()
    await journal.waitForURL("**/auth/signin?**")
    await expect(journal.getByText("Jupiter")).toHaveCount(0)
  })

  test("a new name shows at once, in the other tab too, and after a reload", async ({ page, context }) => {
    await signInWithPassword(page, VERA)
    await page.waitForURL("**/account")
    const second = await context.newPage()
    await second.goto("/")
    await expectSignedIn(second, VERA.name)
    await page.bringToFront()
    const profile = page.getByRole("region", { name: "Profile", exact: true })
    await profile.locator("summary").click()
    await profile.getByLabel("Name").fill("Vera C. Rubin")
    await profile.getByRole("button", { name: "Save" }).click()
    await expectSignedIn(page, "Vera C. Rubin")
    await expectSignedIn(second, "Vera C. Rubin")
    await page.reload()
    await expectSignedIn(page, "Vera C. Rubin")
  })
}
