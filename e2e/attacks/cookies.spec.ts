import { expect, expectPerson, finish, signIn, startAt, test } from "./attack.ts"

test("sets every cookie Secure, HttpOnly and host-only on https (threat 44)", async ({ page, context, open }) => {
  const site = await open({ https: true, idps: ["people"] })
  await startAt(page, site, "people")
  await signIn(page, site)
  await expect(page.getByRole("heading")).toHaveText("victim")
  const cookies = (await context.cookies(site.origin)).filter(({ name }) => name.includes("latchkit"))
  expect(cookies.map(({ name }) => name)).toContain("__Host-latchkit.session-token")
  for (const cookie of cookies) {
    expect(cookie.name).toMatch(/^__Host-/)
    expect(cookie).toMatchObject({ secure: true, sameSite: "Lax", path: "/", domain: "app.localhost" })
    if (!cookie.name.endsWith("latchkit.version")) expect(cookie.httpOnly, cookie.name).toBe(true)
  }
})

test("rejects check cookies that a sibling host sets (threat 45)", async ({ page, context, browser, plant, open }) => {
  const site = await open({ https: true, idps: ["people"] })
  const attacker = await browser.newContext({ ignoreHTTPSErrors: true })
  const theirs = await attacker.newPage()
  site.hold(true)
  await startAt(theirs, site, "people")
  await finish(theirs, /Grace/)
  await theirs.waitForURL("**/auth/callback/people?**")
  const url = theirs.url()
  const cookies = (await attacker.cookies(site.origin)).filter(({ name }) => name.includes("latchkit"))
  await attacker.close()
  site.hold(false)

  const lines = cookies.flatMap(({ name, value }) =>
    [name, name.replace("__Host-", "")].map(
      (as) => `document.cookie = "${as}=${value}; domain=app.localhost; path=/auth; secure"`,
    ),
  )
  expect(lines.length).toBeGreaterThan(2)
  await plant("https://evil.app.localhost/", `<script>${lines.join("\n")}</script>`)
  await page.goto(url)
  expect(new URL(page.url()).searchParams.get("error")).not.toBeNull()
  await expectPerson(context, site, "nobody")
})

test("rejects a session cookie that a sibling host sets (threat 46)", async ({ context, browser, plant, open }) => {
  const site = await open({ https: true })
  const attacker = await browser.newContext({ ignoreHTTPSErrors: true })
  await signIn(await attacker.newPage(), site, { name: "attacker" })
  await expectPerson(attacker, site, "attacker")
  const token = (await attacker.cookies(site.origin)).find(
    ({ name }) => name === "__Host-latchkit.session-token",
  )?.value
  await attacker.close()
  const lines = ["__Host-latchkit.session-token", "latchkit.session-token", "__Secure-latchkit.session-token"].map(
    (name) => `document.cookie = "${name}=${token}; domain=app.localhost; path=/; secure"`,
  )
  await plant("https://evil.app.localhost/", `<script>${lines.join("\n")}</script>`)
  await expectPerson(context, site, "nobody")
})

test("removes every session cookie chunk on sign-out (threat 57)", async ({ page, context, open }) => {
  const options = { domain: "app.localhost", path: "/", httpOnly: true, sameSite: "lax", secure: false } as const
  const long = "x".repeat(6000)
  const site = await open({
    config: {
      cookies: { sessionToken: { name: "custom.session", options } },
      callbacks: { jwt: ({ token }) => ({ ...token, long }) },
    },
  })
  const chunks = async () =>
    (await context.cookies(site.origin)).filter(({ name }) => name.startsWith("custom.session"))
  await signIn(page, site)
  await expect(page.getByRole("heading")).toHaveText("victim")
  expect((await chunks()).length).toBeGreaterThan(1)
  await page.goto(`${site.origin}/auth/signout`)
  await page.getByRole("button", { name: "Sign out" }).click()
  await expect(page.getByRole("heading")).toHaveText("nobody")
  expect(await chunks()).toEqual([])
})

test("shows no private page when the user goes back after sign-out (threat 251)", async ({ page, open }) => {
  const site = await open()
  await signIn(page, site, { callbackUrl: "/members" })
  await expect(page.getByRole("heading")).toHaveText("victim")
  await page.goto(`${site.origin}/auth/signout?callbackUrl=%2F`)
  await page.getByRole("button", { name: "Sign out" }).click()
  await expect(page.getByRole("heading")).toHaveText("nobody")
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack()
    await expect(page.getByRole("heading", { name: "victim" })).toHaveCount(0)
  }
})
