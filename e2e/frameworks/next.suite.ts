import type { Response } from "@playwright/test"
import { expect, test } from "./harbour.ts"
import { KATHERINE, expectSignedIn, expectSignedOut, fillPassword, signInWithPassword, signOut } from "./user.ts"
import { ask, readCookies, enter } from "./wire.ts"

test("the pages router reads the session in a page and in an API route", async ({ page, context, harbour }) => {
  const rejected = await ask(harbour.origin, "/api/old")
  expect([rejected.status, rejected.text]).toEqual([401, '{"error":"Sign in first"}'])
  expect((await ask(harbour.origin, "/old")).status).toBe(307)
  await signInWithPassword(page, harbour.service, "/old")
  await expect(page.getByText(`Open to ${KATHERINE.name}.`)).toBeVisible()
  const cookie = await readCookies(context, harbour.origin)
  expect((await ask(harbour.origin, "/api/old", { headers: { cookie } })).text).toContain(KATHERINE.name)
})

test("a cookie that the proxy renews is seen by the page of the same request", async ({ open }) => {
  const harbour = await open({ SESSIONS: "jwt", SESSION_UPDATE_AGE: "0" })
  const { cookie } = await enter(harbour.service)
  const account = () => ask(harbour.origin, "/account", { headers: { cookie } })
  const until = ({ text }: { text: string }) => /<time dateTime="([^"]+)"/i.exec(text)?.[1]
  const first = until(await account())
  await expect(async () => {
    const answer = await account() // each call sends the first cookie
    const renewed = answer.cookies.find((line) => line.includes("session-token=")) ?? ""
    expect(until(answer)).toBe(new Date(/expires=([^;]+)/i.exec(renewed)?.[1] ?? "").toISOString())
    expect(until(answer)).not.toBe(first)
  }).toPass()
})

test("links to members' pages, which are fetched ahead, leave an anonymous user's cookies as they are", async ({
  page,
  context,
  harbour,
}) => {
  const isPage = (answer: Response) => answer.ok() && answer.url().startsWith(`${harbour.service}/signin`)
  const ahead = page.waitForResponse(isPage)
  await page.goto("/")
  expect((await ahead).request().resourceType()).toBe("fetch")
  expect(await context.cookies()).toEqual([])
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a card on a page that cannot set a cookie lets me in the second time, to where I wanted", async ({ page }) => {
    await page.goto("/login?callbackUrl=%2Fprotected")
    await fillPassword(page)
    await expect(page.getByRole("alert").filter({ hasText: "This page expired" })).toBeVisible()
    await expect(page.getByLabel("Email").last()).toHaveValue(KATHERINE.email)
    await fillPassword(page)
    await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  })
})

test("useSession follows a server action that signs in, and one that signs out, without a reload", async ({ page }) => {
  await page.goto("/password")
  await page.evaluate(() => Object.assign(window, { loaded: "once" }))
  const loaded = () => page.evaluate(() => Object.entries(window).find(([name]) => name === "loaded")?.[1] as unknown)
  await fillPassword(page)
  await expectSignedIn(page, KATHERINE.name)
  expect(await loaded()).toBe("once")
  await signOut(page)
  await expectSignedOut(page)
  expect(await loaded()).toBe("once")
})

test("rejects requests for a protected page's data without a session (threat 298)", async ({
  page,
  context,
  harbour,
}) => {
  await signInWithPassword(page, harbour.service, "/old")
  const { buildId } = JSON.parse((await page.locator("#__NEXT_DATA__").textContent()) ?? "{}")
  const cookie = await readCookies(context, harbour.origin)
  const data = `/_next/data/${buildId}/old.json`
  expect((await ask(harbour.origin, data, { headers: { cookie } })).text).toContain(KATHERINE.name)
  for (const path of [data, data.replace("old", "%6fld"), `${data}?x=1`, `//${data}`, data.replace("old", "OLD")]) {
    for (const headers of [{}, { "x-nextjs-data": "1" }, { "x-middleware-prefetch": "1", purpose: "prefetch" }]) {
      expect((await ask(harbour.origin, path, { headers })).text).not.toContain('"name"')
    }
  }
  for (const headers of [
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
  ]) {
    expect((await ask(harbour.origin, "/protected", { headers })).text).not.toContain("tide turns")
  }
})

test("rejects a server action that another site invokes (threat 311)", async ({ page, context, harbour }) => {
  await signInWithPassword(page, harbour.service, "/account")
  const inputs = await page
    .locator("main form")
    .first()
    .locator('input[type="hidden"]')
    .evaluateAll((all) => all.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]))
  const cookie = await readCookies(context, harbour.origin)
  const boundary = "harbour"
  const fields = [...inputs, ["name", "Eve"]]
  const body = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const headers = { cookie, origin: "https://evil.test", "content-type": `multipart/form-data; boundary=${boundary}` }
  await ask(harbour.origin, "/account", { method: "POST", headers, body: `${body.join("")}--${boundary}--\r\n` })
  await page.reload()
  await expect(page.getByRole("heading", { name: KATHERINE.name })).toBeVisible()
})
