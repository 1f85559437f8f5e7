// Next's own option `basePath` is enough: Latchkit reads it on the server and in the browser
import { expect, test } from "./harbour.ts"
import { KATHERINE, chooseAtPeople, expectSignedIn, expectSignedOut, fillPassword, signOut } from "./user.ts"

test("a page below a sub-path requires a session, and the user returns to it and signs out", async ({
  page,
  harbour,
}) => {
  await page.goto(`${harbour.origin}/app/orders?tab=2`)
  await page.waitForURL(`${harbour.service}/signin?**`)
  await page.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(page, "Grace Hopper")
  await expect(page.getByRole("heading", { name: "Orders of Grace Hopper" })).toBeVisible()
  expect(page.url()).toBe(`${harbour.origin}/app/orders?tab=2`)
  await signOut(page)
  await expectSignedOut(page)
  expect(page.url()).toBe(`${harbour.origin}/app/`)
  await page.evaluate(`next.router.push("/orders?tab=3")`) // as a link of the page
  await page.waitForURL(`${harbour.service}/signin?**`)
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe(`${harbour.origin}/app/orders?tab=3`)
})

test("the client below a sub-path signs in with the card, and another tab finds the session", async ({
  page,
  context,
  harbour,
}) => {
  const asked: string[] = []
  context.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.includes("/auth/")) asked.push(`${request.method()} ${pathname}`)
  })
  const other = await context.newPage()
  await other.goto(`${harbour.origin}/app`)
  await expectSignedOut(other)
  await page.goto(`${harbour.origin}/app/login?callbackUrl=%2Forders`)
  await fillPassword(page)
  await page.waitForURL(`${harbour.origin}/app/orders`)
  await expectSignedIn(page, KATHERINE.name)
  await expectSignedIn(other, KATHERINE.name)
  expect(asked).toContain("GET /app/api/auth/session")
  expect(asked.filter((request) => !request.includes(" /app/api/auth/"))).toEqual([])
})
