import { expect, test, type Page } from "@playwright/test"

import { addDevice } from "../passkeys/device.ts"
import { focus, FRAMEWORKS, gets, harness, open, serve, signedIn, signInAs, signOut, who } from "./tabs.ts"

serve(FRAMEWORKS)

test("rejects a script URL from the server (threat 312)", async ({ context }) => {
  const [page] = await signedIn(context, 1)
  for (const url of ["javascript:document.title='owned'", "data:text/html,owned", "https://evil.test/"]) {
    harness().answers.set("/auth/signout", { body: JSON.stringify({ url }) })
    await page?.evaluate(() => window.latchkit.signOut())
    await page?.waitForTimeout(200)
    expect(await page?.title()).toBe("Who")
    expect(page?.url()).toContain(harness().origin)
  }
})

test("ignores responses that aren't a session (threat 314)", async ({ context }) => {
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

test("ignores ten thousand forged broadcast messages (threat 315)", async ({ context }) => {
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

test("ignores a slow session response after sign-out (threat 316)", async ({ context }) => {
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

test("never shows the previous user when a page is restored (threat 317)", async ({ context }) => {
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

/** Takes the network from one tab, and leaves it to the others. */
async function takeOffline(page: Page) {
  const session = await page.context().newCDPSession(page)
  const set = (offline: boolean) =>
    session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await set(true)
  return { giveBack: () => set(false) }
}

for (const channels of [true, false]) {
  test(`shows and sends nothing of the previous user from an offline tab ${channels ? "with" : "without"} broadcast messages (threat 317)`, async ({
    context,
  }) => {
    if (!channels) {
      await context.addInitScript(() => {
        for (const name of ["BroadcastChannel", "cookieStore"])
          Object.defineProperty(window, name, { value: undefined })
      })
    }
    const [page, other] = await signedIn(context, 2)
    if (!page || !other) throw new Error("There are two tabs")
    const network = await takeOffline(page)
    await signOut(other)
    if (channels) await expect(who(page)).toHaveText("unauthenticated: nobody")
    await signInAs(other, "Eve")
    harness().requests.length = 0
    const update = page.evaluate(() => window.latchkit.update({ theme: "Ada's" }).then(String, () => "rejected"))
    await focus(page)
    await expect(who(page)).not.toContainText("Ada") // the network is not back yet
    expect(["rejected", "null"]).toContain(await update)
    await network.giveBack()
    await page.evaluate(() => void window.dispatchEvent(new Event("online")))
    await expect(who(page)).toHaveText("authenticated: Eve")
    expect(harness().requests.filter((entry) => entry.startsWith("POST"))).toEqual([])
  })
}

test("renders two users' pages at once without mixing their sessions (threat 318)", async ({ browser }) => {
  const names = ["Ada", "Eve"] as const
  const visitors = await Promise.all(
    names.map(async (name) => {
      const context = await browser.newContext()
      const page = await open(context)
      expect(await signInAs(page, name)).toMatchObject({ ok: true })
      await expect(who(page)).toHaveText(`authenticated: ${name}`)
      await page.close() // it would go on to renew the session
      return context
    }),
  )
  const asked = Array.from({ length: 40 }, (_, nth) => ({ nth, url: `/${FRAMEWORKS[nth % 4]}?ssr=1` }))
  await Promise.all(
    asked.flatMap(({ nth, url }) =>
      visitors.map(async ({ request }, at) => {
        const text = await (await request.get(`${harness().origin}${url}&expiryWarning=${nth}`)).text()
        const said = text.replaceAll(/<!--.*?-->/g, "").match(/\w+: (Ada|Eve|nobody)\b|"(Ada|Eve)"/g) ?? []
        expect([url, said.length > 0, said.filter((of) => !of.includes(names[at] ?? "nobody"))]).toEqual([
          url,
          true,
          [],
        ])
      }),
    ),
  )
  for (const context of visitors) await context.close()
})

const storedIn = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    state: [history.state, window.name],
    httpCache: await fetch("/auth/session", { cache: "only-if-cached", mode: "same-origin" }).then(
      ({ status }) => status,
      () => "nothing",
    ),
    urls: performance.getEntriesByType("resource").map(({ name }) => new URL(name).search),
    cookie: document.cookie.replace(/=[0-9a-f-]+$/, "=…"),
  }))

test("stores no session data in the browser's storage (threat 322)", async ({ context }) => {
  const [page] = await signedIn(context, 1)
  if (!page) throw new Error("There is a tab")
  await page.evaluate(() => window.latchkit.update({ theme: "dark" }))
  await page.reload()
  await expect(who(page)).toHaveText("authenticated: Ada")
  const during = await storedIn(page)
  await signOut(page)
  await expect(who(page)).toHaveText("unauthenticated: nobody")
  const after = await storedIn(page)
  for (const { urls, ...stored } of [during, after]) {
    expect(stored).toMatchObject({ local: {}, session: {}, databases: [], caches: [], workers: 0, state: [null, ""] })
    expect(["nothing", 504]).toContain(stored.httpCache)
    expect(urls.join("")).not.toMatch(/Ada|token/i)
    expect(stored.cookie).toBe("latchkit.version=…")
  }
})

const requestOptions = (rpId: string) => ({
  action: "authenticate",
  options: { challenge: "AAAAAAAAAAAAAAAAAAAAAA", rpId, allowCredentials: [], userVerification: "preferred" },
})
const creationOptions = (id: string) => ({
  action: "register",
  options: {
    challenge: "AAAAAAAAAAAAAAAAAAAAAA",
    rp: { id, name: "Evil" },
    user: { id: "AAAA", name: "ada", displayName: "Ada" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
  },
})
const giveOptions = (options: object) => {
  harness().answers.set("/auth/webauthn-options/passkey", { body: JSON.stringify(options) })
}
const posts = () => harness().requests.filter((entry) => entry.startsWith("POST"))

for (const rpId of ["evil.test", "com", ""]) {
  test(`rejects passkey options for the domain "${rpId}" (threat 323)`, async ({ page, context }) => {
    await page.goto(`${harness().origin}/react`)
    const device = await addDevice(page)
    giveOptions(requestOptions(rpId))
    const signedInAt = await page.evaluate(() =>
      window.latchkit.passkey.signIn({ provider: "passkey", redirect: false }).then(({ ok, error }) => ({ ok, error })),
    )
    expect(signedInAt).toEqual({ ok: false, error: "InvalidDomain" })
    giveOptions(creationOptions(rpId))
    const made = await page.evaluate(() =>
      window.latchkit.passkey.register({ provider: "passkey" }).then(({ ok, error }) => ({ ok, error })),
    )
    expect(made).toEqual({ ok: false, error: "InvalidDomain" })
    expect([await device.credentials(), posts()]).toEqual([[], []])
    await context.close()
  })
}

test("sends nothing for an aborted or replaced passkey request (threat 323)", async ({ page }) => {
  await page.goto(`${harness().origin}/react`)
  const device = await addDevice(page)
  await device.isTouched(false) // whatever asks now waits for its owner
  giveOptions(requestOptions("localhost"))
  const errors = await page.evaluate(async () => {
    const field = Object.assign(document.createElement("input"), { autocomplete: "username webauthn" })
    document.body.append(field)
    const { passkey } = window.latchkit
    const ask = (more: object) => passkey.signIn({ provider: "passkey", redirect: false, ...more })
    const pause = () => new Promise((resolve) => setTimeout(resolve, 300))
    const autofill = ask({ autofill: true })
    await pause()
    const givenUp = new AbortController()
    const pressed = ask({ signal: givenUp.signal })
    await pause()
    givenUp.abort()
    const early = new AbortController()
    const beforeOptions = ask({ signal: early.signal })
    early.abort() // before the options are there
    return (await Promise.all([autofill, pressed, beforeOptions])).map(({ error }) => error)
  })
  expect(errors).toEqual(["Cancelled", "Cancelled", "Cancelled"])
  expect(posts()).toEqual([])
})
