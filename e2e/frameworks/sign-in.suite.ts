import type { ReceivedEmail } from "../../server/test-kit/mail-server.ts"
import { SHARED } from "./frameworks.ts"
import { expect, test } from "./harbour.ts"
import { KATHERINE, chooseAtPeople, expectSignedIn, expectSignedOut, fillPassword, signOut } from "./user.ts"

test("I sign in through the OpenID provider and land on the page I wanted", async ({ page, harbour }) => {
  await page.goto("/protected")
  expect(page.url()).toContain(`${harbour.service}/signin?`)
  await expect(page.getByRole("heading", { name: "Sign in to Harbour" })).toBeVisible()
  await page.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(page, "Ada Lovelace")
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  await expect(page.getByText("The tide turns at noon.")).toBeVisible()
  expect(page.url()).toBe(`${harbour.origin}/protected`)
  await expectSignedIn(page, "Ada Lovelace")
})

test("a link to the members' page leads me to sign in, and then there", async ({ page }) => {
  await page.goto("/")
  await page.getByRole("banner").getByRole("link", { name: "Protected" }).click()
  await expect(page.getByRole("heading", { name: "Sign in to Harbour" })).toBeVisible()
  await fillPassword(page)
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
})

test("I sign in through a provider that posts its answer from another site", async ({ page, openFormPost }) => {
  const harbour = await openFormPost()
  await page.goto(`${harbour.service}/signin?callbackUrl=%2Fprotected`)
  await page.getByRole("button", { name: "Continue with People" }).click()
  const posted = page.waitForRequest(`${harbour.service}/callback/people`)
  await chooseAtPeople(page, "Ada Lovelace")
  expect((await posted).method()).toBe("POST")
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  await expectSignedIn(page, "Ada Lovelace")
})

test(
  "I sign in by password on the built-in page, and a reload finds me signed in",
  { tag: SHARED },
  async ({ page, harbour }) => {
    await page.goto(`${harbour.service}/signin?callbackUrl=%2F`)
    await fillPassword(page)
    await expectSignedIn(page, KATHERINE.name)
    await page.reload()
    await expect(page.getByText(`Signed in as ${KATHERINE.name}.`)).toBeVisible()
  },
)

test("I sign in by password on the site's own page", async ({ page, harbour }) => {
  await page.goto("/")
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL("**/login")
  await expect(page.getByRole("heading", { name: "Sign in to Harbour" })).toBeVisible()
  await fillPassword(page)
  await expectSignedIn(page, KATHERINE.name)
  expect(new URL(page.url()).origin).toBe(harbour.origin)
})

test("the site's own page takes me to the OpenID provider and back", { tag: SHARED }, async ({ page }) => {
  await page.goto("/login?callbackUrl=%2Fprotected")
  await page.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(page, "Grace Hopper")
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
})

test("a wrong password says so and lets me try again", { tag: SHARED }, async ({ page, harbour }) => {
  await page.goto(`${harbour.service}/signin?callbackUrl=%2Faccount`)
  await fillPassword(page, { password: "orbit-the-moon" })
  await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible()
  await fillPassword(page)
  await expect(page.getByRole("heading", { name: KATHERINE.name })).toBeVisible()
})

test("I press Cancel at the provider, am told so, and am not signed in", { tag: SHARED }, async ({ page }) => {
  await page.goto("/protected")
  await page.getByRole("button", { name: "Continue with People" }).click()
  await page.getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible()
  await page.goto("/")
  await expectSignedOut(page)
})

test(
  "I sign in with the link of a mail, and cannot use it twice",
  { tag: SHARED },
  async ({ page, harbour, browser }) => {
    const address = `visitor-${crypto.randomUUID()}@example.com`
    await page.goto(`${harbour.service}/signin?callbackUrl=%2Faccount`)
    const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Continue with email" }) })
    await form.getByLabel("Email").fill(address)
    await form.getByRole("button", { name: "Continue with email" }).click()
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
    const link = await linkTo(harbour.mails, address)
    await page.goto(link)
    await page.waitForURL("**/account")
    await page.goto("/protected")
    await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()

    const other = await (await browser.newContext()).newPage()
    await other.goto(link)
    const button = other.getByRole("button", { name: /^Continue/ })
    if (await button.isVisible()) await button.click()
    await expect(other.getByRole("heading", { name: "This link no longer works" })).toBeVisible()
    await other.context().close()
  },
)

/** Returns the link in the email to that address. */
async function linkTo(mails: readonly ReceivedEmail[], address: string) {
  const found = () => mails.find(({ recipients }) => recipients.includes(address))
  await expect.poll(() => found() !== undefined).toBe(true)
  const [link = ""] = /http:\S+/.exec(found()?.mail.text ?? "") ?? []
  return link
}

test("the site's own form signs me in and takes me where it was told", async ({ page }) => {
  await page.goto("/password?redirectTo=%2Fprotected")
  await fillPassword(page)
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  await expectSignedIn(page, KATHERINE.name)
})

test("the site's own form says when the password is wrong, and I stay there", async ({ page }) => {
  await page.goto("/password")
  await fillPassword(page, { password: "orbit-the-moon" })
  await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe("/password")
  await page.goto("/")
  await expectSignedOut(page)
})

test("rejects a redirect to another site from the app's own form (threat 27)", async ({ page }) => {
  await page.goto(`/password?${new URLSearchParams({ redirectTo: "https://evil.test/" })}`)
  await fillPassword(page)
  await expect(page.getByRole("alert").filter({ hasText: "this site" })).toBeVisible()
  await page.goto("/")
  await expectSignedOut(page)
})

test("a site that names its own sign-in page uses it everywhere", { tag: SHARED }, async ({ page, openShared }) => {
  const harbour = await openShared({ SIGN_IN_PAGE: "/login" })
  await page.goto(`${harbour.origin}/protected`)
  await page.waitForURL(`${harbour.origin}/login?**`)
  await fillPassword(page, { password: "orbit-the-moon" })
  await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe("/login")
  await fillPassword(page)
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("I sign in on the built-in page, change my name, and sign out", async ({ page, harbour }) => {
    await page.goto(`${harbour.service}/signin?callbackUrl=%2Faccount`)
    await fillPassword(page, { email: "vera@example.com", password: "andromeda-turns-1970" })
    await page.getByLabel("Your name").fill("Vera C. Rubin")
    await page.getByRole("button", { name: "Save" }).click()
    await expect(page.getByRole("heading", { name: "Vera C. Rubin" })).toBeVisible()
    await page.getByLabel("Your name").fill("Vera Rubin")
    await page.getByRole("button", { name: "Save" }).click()
    await expect(page.getByRole("heading", { name: "Vera Rubin" })).toBeVisible()
    await signOut(page)
    await expect(page.getByText("You are signed out.")).toBeVisible()
  })

  test("I sign in through the OpenID provider", { tag: SHARED }, async ({ page, harbour }) => {
    await page.goto(`${harbour.service}/signin?callbackUrl=%2F`)
    await page.getByRole("button", { name: "Continue with People" }).click()
    await chooseAtPeople(page, "Grace Hopper")
    await expect(page.getByText("Signed in as Grace Hopper.")).toBeVisible()
  })

  test("I sign in on the page that the site names as its own", { tag: SHARED }, async ({ page, openShared }) => {
    const harbour = await openShared({ SIGN_IN_PAGE: "/login" })
    await page.goto(`${harbour.origin}/protected`)
    await page.waitForURL(`${harbour.origin}/login?**`)
    await fillPassword(page)
    await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  })

  test("the site's own form says what is wrong with it, and nothing else happens", async ({ page, context }) => {
    await page.goto(`/password?${new URLSearchParams({ redirectTo: "https://evil.test/" })}`)
    await fillPassword(page)
    await expect(page.getByRole("alert").filter({ hasText: "this site" })).toBeVisible()
    expect((await context.cookies()).filter(({ name }) => name.includes("session-token"))).toEqual([])
  })

  test("the site's own form says when the password is wrong, and lets me in when it is right", async ({ page }) => {
    await page.goto("/password?redirectTo=%2Fprotected")
    await fillPassword(page, { password: "orbit-the-moon" })
    await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible()
    await fillPassword(page)
    await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  })
})
