import { DatabaseSync } from "node:sqlite"

import { expect, test } from "./harbour.ts"
import { KATHERINE, expectSignedOut, signInWithPassword } from "./user.ts"
import { ask, enter, form } from "./wire.ts"

const SECRET = /tide turns|"noon"/

test("rejects headers that claim a session or skip the middleware (threats 297, 299)", async ({ harbour }) => {
  const five = (name: string) => Array.from({ length: 5 }, () => name).join(":")
  const claims: Record<string, string>[] = [
    ...["middleware", "src/middleware", "proxy", "src/proxy"].map((name) => ({
      "x-middleware-subrequest": five(name),
    })),
    { "x-isr": "1", "x-nextjs-data": "1", "x-prerender-revalidate": "1", "next-url": "/", rsc: "1" },
    { "x-middleware-request-cookie": "latchkit.session-token=x", "x-middleware-override-headers": "cookie" },
    { "x-auth-session": JSON.stringify({ user: KATHERINE }), "x-user": "katherine", "x-latchkit-session": "katherine" },
    { "x-forwarded-user": "katherine", "x-original-url": "/", "x-rewrite-url": "/", "x-http-method-override": "GET" },
  ]
  for (const headers of claims) {
    for (const path of ["/protected", "/account", "/api/tide"]) {
      const answer = await ask(harbour.origin, path, { headers })
      expect(answer.status, JSON.stringify(headers)).not.toBe(200)
      expect(answer.text).not.toMatch(SECRET)
    }
  }
})

test("rejects other spellings of a protected page's path (threat 298)", async ({ harbour }) => {
  const paths = [
    ...[
      "/protected/",
      "//protected",
      "/PROTECTED",
      "/%70rotected",
      "/./protected",
      "/public/../protected",
      "/protected;x",
    ],
    ...["/protected%2f", "/protected%00", "/protected/.", "/protected?_rsc=1", "/protected.rsc", "/protected.json"],
    ...["/protected.segments/_tree.segment.rsc", "/protected.txt", "/_next/data/x/protected.json", "/?path=/protected"],
    ...["/protected/__data.json", "/protected.html__data.json", "/protected/q-data.json", "/protected/_payload.json"],
    ...["/api/tide/", "//api/tide", "/api/%74ide", "/API/tide", "/api/tide.json", "/api/x/../tide"],
  ]
  for (const path of paths) {
    for (const headers of [{}, { rsc: "1", "next-router-prefetch": "1" }, { accept: "application/json" }]) {
      expect((await ask(harbour.origin, path, { headers })).text, path).not.toMatch(SECRET)
    }
  }
})

test("rejects the form of a protected page without a session (threat 302)", async ({ browser, harbour }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: harbour.origin })
  const page = await context.newPage()
  await signInWithPassword(page, harbour.service, "/account")
  await page.getByLabel("Your name").fill("Mallory")
  await context.clearCookies()
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByRole("heading", { name: "Sign in to Harbour" })).toBeVisible()
  expect(await page.content()).not.toMatch(new RegExp(`Mallory|${KATHERINE.email}`))
  expect((await context.cookies()).map(({ name }) => name).filter((name) => name.includes("session-token"))).toEqual([])
  await context.close()
})

test("uses the configured site in every URL, not the request's host (threat 256)", async ({ harbour }) => {
  const evil = {
    host: "evil.test",
    "x-forwarded-host": "evil.test",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.test",
  }
  const base = new URL(harbour.service).pathname
  const answers = [
    await ask(harbour.origin, `${base}/providers`, { headers: evil }),
    await ask(harbour.origin, `${base}/signin`, { headers: evil }),
    await ask(harbour.origin, "/protected", { headers: evil }),
    await ask(harbour.origin, "/login", { headers: evil }),
  ]
  for (const { text, headers } of answers.slice(0, 2)) expect(text + JSON.stringify(headers)).not.toContain("evil")
  for (const { headers } of answers) expect(headers["location"] ?? "/").not.toMatch(/^(https?:)?\/\/evil/)
  expect(answers[3]?.text).not.toContain("evil.test/")
})

test("rejects other spellings of Latchkit's path (threats 262, 263)", async ({ harbour }) => {
  const base = new URL(harbour.service).pathname
  const doors = [
    `${base}csrf`,
    `${base}-x/csrf`,
    `/${base}/csrf`,
    `${base}//csrf`,
    `${base}/csrf;x=1`,
    `${base}/%63srf`,
  ]
  const others = [`${base}/csrf%00`, `${base}/csrf%2f`, `${base.toUpperCase()}/csrf`, `${base}/csrf.`]
  for (const path of [...doors, ...others]) {
    const { text, status } = await ask(harbour.origin, path)
    expect([status === 200 && text.includes("csrfToken"), path]).toEqual([false, path])
  }
  expect((await ask(harbour.origin, `${base}/csrf`)).text).toContain("csrfToken")
})

test("rejects another site's form at every action (threats 42, 303)", async ({ harbour }) => {
  const { cookie, csrfToken } = await enter(harbour.service)
  const base = new URL(harbour.service).pathname
  const origins = ["https://evil.test", "null", "http://app.localhost", `${harbour.origin}, https://evil.test`]
  for (const foreign of [...origins.map((origin) => ({ origin })), { "sec-fetch-site": "cross-site" }]) {
    for (const action of ["signout", "session", "callback/credentials", "signin/people", "account"]) {
      const sent = form({ csrfToken, email: KATHERINE.email, password: KATHERINE.password }, { cookie, ...foreign })
      const answer = await ask(harbour.origin, `${base}/${action}`, sent)
      expect([answer.status, answer.cookies], `${action} ${JSON.stringify(foreign)}`).toEqual([403, []])
    }
  }
  expect((await ask(harbour.origin, "/protected", { headers: { cookie } })).text).toContain("tide turns")
})

test("rejects a body of another content type (threat 36)", async ({ harbour }) => {
  const { cookie, csrfToken } = await enter(harbour.service)
  const base = new URL(harbour.service).pathname
  for (const type of [
    "text/plain",
    "text/plain; application/json",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded, text/plain",
  ]) {
    const sent = form({ csrfToken }, { cookie, origin: harbour.origin, "content-type": type })
    expect((await ask(harbour.origin, `${base}/signout`, sent)).status, type).toBe(415)
  }
  expect((await ask(harbour.origin, "/protected", { headers: { cookie } })).text).toContain("tide turns")
})

test("rejects duplicate, oversized and nested form fields (threats 14, 282, 284)", async ({ harbour }) => {
  const base = new URL(harbour.service).pathname
  const fresh = await ask(harbour.origin, `${base}/csrf`)
  const cookie = fresh.cookies.map((line) => line.split(";")[0]).join("; ")
  const { csrfToken } = JSON.parse(fresh.text)
  const { email, password } = KATHERINE
  const sent = form({ csrfToken, email, password }, { cookie, origin: harbour.origin })
  const post = (more: string) =>
    ask(harbour.origin, `${base}/callback/credentials`, { ...sent, body: `${sent.body}&${more}` })
  expect((await post("callbackUrl=/a&callbackUrl=https://evil.test")).status).toBe(400)
  expect((await post(`x=${"y".repeat(100_000)}`)).status).toBe(413)
  const nested = await post("callbackUrl[a]=https://evil.test&__proto__[x]=1")
  expect(nested.headers["location"] ?? "").not.toContain("evil")
})

test("sends several cookies as separate headers (threat 306)", async ({ harbour }) => {
  const base = new URL(harbour.service).pathname
  const fresh = await ask(harbour.origin, `${base}/csrf`)
  const cookie = fresh.cookies.map((line) => line.split(";")[0]).join("; ")
  const { csrfToken } = JSON.parse(fresh.text)
  const { email, password } = KATHERINE
  const sent = form({ csrfToken, email, password }, { cookie, origin: harbour.origin })
  const { cookies, status } = await ask(harbour.origin, `${base}/callback/credentials`, sent)
  expect(status).toBe(302)
  expect(cookies.length).toBeGreaterThan(1)
  for (const line of cookies) expect(line).toMatch(/^latchkit\.[\w.-]+=[^;]*; (.+; )?SameSite=Lax/i)
  expect(cookies.filter((line) => /session-token=.*httponly/i.test(line))).toHaveLength(1)
})

test("rejects every session if the secret is missing (threat 294)", async ({ open }) => {
  const broken = await open({ AUTH_SECRET: "" })
  const base = new URL(broken.service).pathname
  for (const path of ["/protected", "/account", "/api/tide", "/old", "/api/old"]) {
    const { status, text } = await ask(broken.origin, path, { headers: { cookie: "latchkit.session-token=x" } })
    expect(status, path).not.toBe(200)
    expect(text).not.toMatch(SECRET)
  }
  expect((await ask(broken.origin, `${base}/session`)).status).toBe(500)
})

test("rejects every session while the database is down (threat 294)", async ({ open }) => {
  const harbour = await open({})
  const { cookie } = await enter(harbour.service)
  const database = new DatabaseSync(harbour.database)
  const isOpen = async (path: string) => SECRET.test((await ask(harbour.origin, path, { headers: { cookie } })).text)
  expect([await isOpen("/protected"), await isOpen("/api/tide")]).toEqual([true, true])
  const [table] = database
    .prepare("select name from sqlite_schema where type = 'table' and sql like '%sessionToken%'")
    .all()
  const name = String(table?.["name"])
  database.exec(`alter table "${name}" rename to "gone"`)
  for (const path of ["/protected", "/account", "/api/tide"]) {
    const { status, text } = await ask(harbour.origin, path, { headers: { cookie } })
    expect([path, status === 200, SECRET.test(text), text.includes(KATHERINE.name)]).toEqual([
      path,
      false,
      false,
      false,
    ])
  }
  database.exec(`alter table "gone" rename to "${name}"`)
  database.close()
  expect([await isOpen("/protected"), await isOpen("/api/tide")]).toEqual([true, true])
})

test("sends no-store with a response that extends a session (threat 300)", async ({ open, framework }) => {
  const harbour = await open({ SESSION_UPDATE_AGE: "0" })
  const { cookie } = await enter(harbour.service)
  const { pathname: base } = new URL(harbour.service)
  const extended: string[] = []
  for (const path of [`${base}/session`, "/", "/login", "/protected", ...(framework.cached ?? [])]) {
    const { cookies, headers } = await ask(harbour.origin, path, { headers: { cookie } })
    if (cookies.length === 0) continue
    extended.push(path)
    expect([path, headers["cache-control"]]).toEqual([path, expect.stringContaining("no-store")])
  }
  expect(extended).toEqual(expect.arrayContaining([`${base}/session`, ...(framework.cached ?? [])]))
})

test("rejects every host if the site's URL isn't configured (threats 254, 304)", async ({ open }) => {
  const lost = await open({ AUTH_URL: "" })
  const base = new URL(lost.service).pathname
  for (const headers of [{ host: "evil.test" }, {}]) {
    expect((await ask(lost.origin, `${base}/providers`, { headers })).status).toBe(500)
    for (const path of ["/protected", "/api/tide"]) {
      const { status, text } = await ask(lost.origin, path, { headers })
      expect(status).not.toBe(200)
      expect(text).not.toMatch(SECRET)
    }
  }
})

test("rejects another site's copy of the app's forms (threat 311)", async ({ page, context }) => {
  await page.goto("/password")
  const copied = await page.locator("main form").evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLFormElement // a clone of a form is a form
    copy.method = "post"
    copy.action = (element as HTMLFormElement).action
    return copy.outerHTML
  })
  const evil = await context.newPage()
  await evil.route("http://evil.localhost/", (route) => route.fulfill({ contentType: "text/html", body: copied }))
  await evil.goto("http://evil.localhost/")
  await evil.locator('input[name="email"]').fill(KATHERINE.email)
  await evil.locator('input[name="password"]').fill(KATHERINE.password)
  await Promise.all([evil.waitForEvent("framenavigated"), evil.locator("button").first().click()])
  await evil.waitForLoadState()
  await page.goto("/")
  await expectSignedOut(page)
})
