import { expect, test } from "../test.ts"

import {
  FRAMEWORKS,
  REACTS,
  SHARED,
  focus,
  gets,
  harness,
  open,
  openTogether,
  serve,
  signedIn,
  signInAs,
  signOut,
  seenTexts,
  who,
} from "./tabs.ts"

serve(FRAMEWORKS)

const soon = (seconds: number) => ({
  user: { name: "Ada" },
  expires: new Date(Date.now() + seconds * 1000).toISOString(),
})

/** Waits for polls, one every two seconds. Fails if there are more than the time allows. */
async function expectPolls(count: number) {
  const start = performance.now()
  harness().requests.length = 0
  await expect.poll(gets).toBeGreaterThanOrEqual(count)
  expect(gets()).toBeLessThanOrEqual((performance.now() - start) / 2000 + 1)
}

for (const framework of FRAMEWORKS) {
  test.describe(framework, () => {
    test("a sign-in in one tab is seen in the others without a reload, and so is the sign-out", async ({ context }) => {
      const tabs = await Promise.all(Array.from({ length: 3 }, () => open(context, "", framework)))
      for (const page of tabs) await expect(who(page)).toHaveText("unauthenticated: nobody")
      harness().requests.length = 0
      if (tabs[1]) await signInAs(tabs[1], "Ada")
      for (const page of tabs) await expect(who(page)).toHaveText("authenticated: Ada")
      expect(gets()).toBeLessThanOrEqual(2)
      harness().requests.length = 0
      if (tabs[2]) await signOut(tabs[2])
      for (const page of tabs) await expect(who(page)).toHaveText("unauthenticated: nobody")
      expect(gets()).toBe(0)
    })

    test("a sign-out shows before the service has answered, and is taken back when it fails", async ({ context }) => {
      const [first, page = first] = await signedIn(context, 2, "", framework)
      if (!first || !page) throw new Error("There are two tabs")
      const answer = Promise.withResolvers<void>()
      harness().answers.set("/auth/signout", { until: answer.promise, status: 500, body: "" })
      const result = signOut(page)
      await expect(who(page)).toHaveText("unauthenticated: nobody")
      answer.resolve()
      expect(await result).toMatchObject({ ok: false })
      await expect(who(page)).toHaveText("authenticated: Ada")
      await expect(who(first)).toHaveText("authenticated: Ada")
    })

    for (const ssr of ["", "&ssr=1"]) {
      test(`a page that requires a session sends an anonymous user to the sign-in page${ssr && ", rendered"}`, async ({
        context,
      }) => {
        const page = await context.newPage()
        const seen = await seenTexts(page)
        harness().answers.set("/auth/signin", { delay: 300 })
        await page.goto(`${harness().origin}/${framework}?required=true${ssr}`)
        await page.waitForURL(/\/auth\/signin\?/)
        const query = new URL(page.url()).searchParams
        expect(query.get("error")).toBe("SessionRequired")
        expect(query.get("callbackUrl")).toContain(`/${framework}?required=true`)
        expect([...seen]).toEqual(["loading: nobody"]) // a page that is loading the session never shows the user as signed out
      })
    }

    for (const person of ["Ada", "nobody"]) {
      test(`hydrates ${person} without a request, a warning or a changed text`, async ({ context }) => {
        if (person === "Ada") await signedIn(context, 1, "", framework)
        const page = await context.newPage()
        const warnings: string[] = []
        page.on("console", (message) => warnings.push(message.text()))
        page.on("pageerror", (error) => warnings.push(error.message))
        await page.addInitScript(() => {
          const changes: string[] = []
          Object.assign(window, { changes })
          new MutationObserver((records) => changes.push(...records.map(({ type }) => type))).observe(document, {
            subtree: true,
            characterData: true,
          })
        })
        harness().requests.length = 0
        const response = await page.goto(`${harness().origin}/${framework}?ssr=1`)
        const text = person === "Ada" ? "authenticated: Ada" : "unauthenticated: nobody"
        expect((await response?.text())?.replaceAll(/<!--.*?-->/g, "")).toContain(`${text}</p>`)
        await page.waitForTimeout(3000)
        await expect(who(page)).toHaveText(text)
        expect(gets()).toBe(0)
        expect(warnings).toEqual([])
        expect(await page.evaluate(() => "changes" in window && window.changes)).toEqual([])
      })
    }
  })
}

for (const framework of SHARED) {
  test.describe(`${framework}, the store`, () => {
    test("ten tabs opened together make one request, one focus one, a sign-out none", async ({ context }) => {
      const [first] = await signedIn(context, 1, "", framework)
      await first?.close()
      harness().requests.length = 0
      const tabs = await openTogether(context, 10, "", framework)
      for (const page of tabs) await expect(who(page)).toHaveText("authenticated: Ada")
      expect(gets()).toBe(1)

      await tabs[0]?.waitForTimeout(1500)
      if (tabs[3]) await focus(tabs[3])
      await expect.poll(gets).toBe(2)
      await tabs[0]?.waitForTimeout(500)
      expect(gets()).toBe(2)

      const [, second] = tabs
      if (second) await signOut(second)
      for (const page of tabs) await expect(who(page)).toHaveText("unauthenticated: nobody")
      await second?.waitForTimeout(1000)
      expect(gets()).toBe(2)
    })

    test("a poll is one request for all tabs and renders nobody; a closed leader is followed", async ({ context }) => {
      const tabs = await signedIn(context, 5, "refetchInterval=2", framework)
      const [first, second] = tabs
      const renders = () => second?.evaluate(() => document.documentElement.dataset["renders"])
      const before = await renders()
      await expectPolls(3)
      expect(await renders()).toBe(before)
      expect(Number(before)).toBeGreaterThan(0)
      await first?.close()
      await expectPolls(2)
    })

    test("a sign-in waits for one round trip before its form leaves", async ({ context }) => {
      const page = await open(context, "", framework)
      await expect(who(page)).toHaveText("unauthenticated: nobody")
      harness().requests.length = 0
      const both = Promise.withResolvers<void>()
      for (const action of ["csrf", "providers"]) harness().answers.set(`/auth/${action}`, { until: both.promise })
      const signingIn = signInAs(page, "Ada")
      await expect.poll(() => harness().requests.toSorted()).toEqual(["GET /auth/csrf", "GET /auth/providers"])
      both.resolve()
      expect(await signingIn).toMatchObject({ ok: true })
    })

    test("a sign-in by a form post beside the client is seen without a reload", async ({ context }) => {
      const page = await open(context, "", framework)
      await expect(who(page)).toHaveText("unauthenticated: nobody")
      await page.evaluate(async () => {
        const { csrfToken } = await (await fetch("/auth/csrf")).json()
        const body = new URLSearchParams({ csrfToken, name: "Ada" })
        await fetch("/auth/callback/credentials", { method: "POST", body })
      })
      await expect(who(page)).toHaveText("authenticated: Ada")
    })

    test("the end is announced, and comes on the dot", async ({ context }) => {
      const [page] = await signedIn(context, 1, "expiryWarning=3", framework)
      if (!page) throw new Error("There is a tab")
      await page.waitForTimeout(1100)
      harness().answers.set("/auth/session", { body: JSON.stringify(soon(10)) }) // not before the page is there: it may be slow
      await focus(page)
      await expect(who(page)).toHaveAttribute("data-soon", "false")
      await expect(who(page)).toHaveAttribute("data-soon", "true")
      await expect(who(page)).toHaveText("authenticated: Ada")
      harness().answers.set("/auth/session", { body: "null" })
      await expect(who(page)).toHaveText("unauthenticated: nobody")
    })

    test("a service that cannot be reached signs nobody out", async ({ context }) => {
      const [page] = await signedIn(context, 1, "", framework)
      await page?.waitForTimeout(1100)
      await context.setOffline(true)
      if (page) await focus(page)
      if (page) await expect(who(page)).toHaveAttribute("data-error", /session/)
      if (page) await expect(who(page)).toHaveText("authenticated: Ada")
      await context.setOffline(false) // the online event asks
      if (page) await expect(who(page)).not.toHaveAttribute("data-error", /session/)
    })

    for (const missing of ["locks", "BroadcastChannel", "locks and BroadcastChannel"]) {
      test(`without ${missing} every tab is still right`, async ({ context }) => {
        await context.addInitScript((names) => {
          if (names.includes("locks")) Object.defineProperty(navigator, "locks", { value: undefined })
          if (names.includes("BroadcastChannel"))
            Object.defineProperty(window, "BroadcastChannel", { value: undefined })
        }, missing)
        const tabs = await signedIn(context, 3, "", framework)
        if (tabs[0]) await signOut(tabs[0])
        for (const page of tabs) await expect(who(page)).toHaveText("unauthenticated: nobody")
      })
    }
  })
}

for (const framework of FRAMEWORKS) {
  test(`${framework}: a provider follows its options: another interval, and another base path`, async ({ context }) => {
    const [page] = await signedIn(context, 1, "", framework)
    harness().requests.length = 0
    await page?.evaluate(() => window.setOptions({ refetchInterval: 1 }))
    await expect.poll(gets).toBeGreaterThanOrEqual(2)
    await page?.evaluate(() => window.setOptions({ refetchInterval: 0 }))
    await page?.waitForTimeout(500)
    const before = gets()
    await page?.waitForTimeout(2500)
    expect(gets()).toBe(before)

    const elsewhere = page?.waitForRequest((request) => request.url().endsWith("/elsewhere/session"))
    await page?.evaluate(() => window.setOptions({ basePath: "/elsewhere" }))
    await elsewhere
  })
}

for (const react of REACTS) {
  test(`${react}: a component in Suspense waits for the session, and follows it`, async ({ context }) => {
    const [first] = await signedIn(context, 1)
    await first?.close()
    harness().answers.set("/auth/session", { delay: 1000 })
    const page = await open(context, "suspense=true", react)
    const awaited = page.locator("#awaited")
    await expect(awaited).toHaveText("waiting")
    await expect(awaited).toHaveText("Ada")
    await signOut(page)
    await expect(awaited).toHaveText("nobody")
  })

  test(`${react}: a component in Suspense fails if the session and the later script can't be loaded`, async ({
    context,
  }) => {
    const tries: string[] = []
    await context.route(/full-client/, (route) => {
      tries.push(route.request().url())
      return route.abort()
    })
    harness().answers.set("/auth/session", { status: 500, body: "" })
    const page = await context.newPage()
    const failed = page.waitForEvent("pageerror")
    await page.goto(`${harness().origin}/${react}?suspense=true`)
    expect((await failed).message).toContain("Request failed: script")
    await page.waitForTimeout(500)
    expect(tries.length).toBeLessThanOrEqual(4) // it doesn't render again and again
  })
}

test("React: a page whose later script could not be loaded shows the session, says so, and tries again", async ({
  context,
}) => {
  const tries: string[] = []
  await context.route(/full-client/, (route) => {
    tries.push(route.request().url())
    return tries.length < 4 ? route.abort() : route.continue()
  })
  const page = await open(context)
  await expect.poll(() => tries.length).toBe(1)
  const failed = { ok: false, url: null, error: "RequestFailed" }
  expect(await signInAs(page, "Ada")).toMatchObject(failed)
  expect(await signOut(page)).toEqual(failed)
  await expect(who(page)).toHaveText("unauthenticated: nobody")
  await expect.poll(() => tries.length, { timeout: 30_000 }).toBe(4)
  await signInAs(page, "Ada")
  await expect(who(page)).toHaveText("authenticated: Ada")
})
