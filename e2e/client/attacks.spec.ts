import { expect, test } from "@playwright/test"

import { focus, gets, harness, serve, signedIn, signInAs, signOut, who } from "./tabs.ts"

serve(["react", "solid"])

test("attack 312: a script URL from the service is not followed", async ({ context }) => {
  const [page] = await signedIn(context, 1)
  for (const url of ["javascript:document.title='owned'", "data:text/html,owned", "https://evil.test/"]) {
    harness().answers.set("/auth/signout", { body: JSON.stringify({ url }) })
    await page?.evaluate(() => window.latchkit.signOut())
    await page?.waitForTimeout(200)
    expect(await page?.title()).toBe("Who")
    expect(page?.url()).toContain(harness().origin)
  }
})

test("attack 314: an answer that is no session signs nobody in and nobody out", async ({ context }) => {
  const [page] = await signedIn(context, 1)
  for (const [status, body] of [
    [200, "<p>"],
    [500, `{"message":"no"}`],
    [503, "null"],
    [200, "[]"],
  ] as const) {
    harness().answers.set("/auth/session", { status, body })
    await page?.waitForTimeout(1100)
    if (page) await focus(page)
    await page?.waitForTimeout(200)
    if (page) await expect(who(page)).toHaveText("authenticated: Ada")
  }
})

test("attack 315: ten thousand forged messages change nothing", async ({ context }) => {
  const [page] = await signedIn(context, 2)
  harness().requests.length = 0
  await page?.evaluate(() => {
    const frame = document.body.appendChild(document.createElement("iframe"))
    const Channel = (frame.contentWindow as typeof window | null)?.BroadcastChannel ?? BroadcastChannel
    const channel = new Channel("latchkit,session,/auth")
    const version = /latchkit\.version=([^;]*)/.exec(document.cookie)?.[1]
    const admin = { user: { name: "admin" }, expires: "2099-01-01T00:00:00.000Z" }
    for (let nth = 0; nth < 5000; nth++) {
      channel.postMessage({ says: admin, version, at: Date.now() })
      channel.postMessage({ event: "session", data: admin })
    }
  })
  await page?.waitForTimeout(3000)
  for (const tab of context.pages()) await expect(who(tab)).toHaveText("authenticated: Ada")
  expect(gets()).toBeLessThanOrEqual(8)
})

test("attack 316: a slow answer does not undo a sign-out", async ({ context }) => {
  const [page, other] = await signedIn(context, 2)
  await page?.waitForTimeout(1100)
  harness().answers.set("/auth/session", { delay: 1000 })
  if (other) await focus(other)
  if (page) await focus(page)
  await page?.waitForTimeout(200)
  if (page) await signOut(page)
  for (let nth = 0; nth < 10; nth++) {
    for (const tab of context.pages()) await expect(who(tab)).toHaveText("unauthenticated: nobody")
    await page?.waitForTimeout(200)
  }
})

test("attack 317: a page that comes back never shows who was there before", async ({ context }) => {
  const [page, other] = await signedIn(context, 2)
  await page?.goto(`${harness().origin}/solid`)
  if (other) {
    await signOut(other)
    await signInAs(other, "Eve")
  }
  await page?.goBack()
  const seen = await page?.evaluate(async () => {
    const texts = new Set<string>()
    for (let frame = 0; frame < 30; frame++) {
      texts.add(document.querySelector("#who")?.textContent ?? "")
      await new Promise(requestAnimationFrame)
    }
    return [...texts]
  })
  expect(seen).not.toContain("authenticated: Ada")
  if (page) await expect(who(page)).toHaveText("authenticated: Eve")
})

test("attack 322: nothing of a session is stored", async ({ context }) => {
  const [page] = await signedIn(context, 1)
  const stored = await page?.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    history: history.state,
    cookie: document.cookie,
  }))
  expect(stored).toMatchObject({ local: {}, session: {}, databases: [], caches: [], history: null })
  expect(stored?.cookie).toMatch(/^latchkit\.version=[0-9a-f-]+$/)
})
