import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const auth = passwordService()
const sendRequest = (path: string, init?: RequestInit) => auth.handle(new Request(`https://app.test${path}`, init))
const form = { "content-type": "application/x-www-form-urlencoded" }

describe("paths", () => {
  test.each([
    ...["/authsignin", "/authcsrf", "/auth-x/csrf", "/x/auth/csrf", "/auth", "/auth/"],
    ...["/auth-csrf", "/auth.csrf", "/authxcsrf", "/auth%2fcsrf"],
  ])("doesn't handle %s (threat 262)", async (path) => expect((await sendRequest(path)).status).toBe(404))

  test.each([
    "//auth//csrf",
    "/auth//csrf",
    "/auth/csrf/",
    "/AUTH/csrf",
    "/auth/CSRF",
    "/auth/%63srf",
    "/auth/csrf;jsessionid=1",
    "/auth%2fcsrf",
    "/auth/csrf.",
    "/auth/csrf/x/y",
  ])("doesn't normalize %s, because a proxy's rules see another path (threat 263)", async (path) =>
    expect((await sendRequest(path)).status).toBe(404),
  )

  test("compares the base path character by character (threat 264)", async () => {
    const dotted = passwordService({ basePath: "/a.c" }, { AUTH_URL: "https://app.test" })
    expect((await dotted.handle(new Request("https://app.test/a.c/csrf"))).status).toBe(200)
    expect((await dotted.handle(new Request("https://app.test/abc/csrf"))).status).toBe(404)
    for (const basePath of ["/(a+)+", "/auth[", "/auth/", "auth"]) {
      const answer = await passwordService({ basePath }, { AUTH_URL: "https://app.test" }).handle(
        new Request("https://app.test/auth/csrf"),
      )
      expect([404, 500]).toContain(answer.status)
    }
  })

  test.each([
    "/auth/callback/nope",
    "/auth/callback/__proto__",
    "/auth/callback/constructor",
    "/auth/callback/undefined",
    "/auth/callback/gh%00",
  ])("finds no provider for %s, and lists none in the response (threat 76)", async (path) => {
    const answer = await sendRequest(path)
    expect([400, 404]).toContain(answer.status)
    expect(await answer.text()).not.toContain("credentials")
  })

  test("responds to an unsupported method with the supported one", async () => {
    const answer = await sendRequest("/auth/csrf", { method: "POST", headers: form, body: "" })
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"])
    expect((await sendRequest("/auth/csrf", { method: "PUT", body: "" })).status).toBe(405)
  })

  test("responds to HEAD as to GET, without a body", async () => {
    const answer = await sendRequest("/auth/session", { method: "HEAD" })
    expect([answer.status, await answer.text()]).toEqual([200, ""])
  })
})

describe("bodies", () => {
  test.each([
    "text/plain",
    "text/plain; application/json",
    "application/json, text/plain",
    "multipart/form-data; boundary=x",
    "",
  ])("rejects a body of the type %j (threat 36)", async (type) => {
    const answer = await sendRequest("/auth/signout", {
      method: "POST",
      headers: type ? { "content-type": type } : {},
      body: new Blob(["csrfToken=x"]),
    })
    expect([answer.status, await answer.text()]).toEqual([415, ""])
  })

  test("reads a media type in capitals, and still requires the CSRF token (threat 36)", async () => {
    const answer = await sendRequest("/auth/signout", {
      method: "POST",
      headers: { "content-type": "APPLICATION/JSON" },
      body: "{}",
    })
    expect(answer.headers.get("location")).toContain("error=MissingCSRF")
  })

  test("rejects a long body before it is parsed (threat 282)", async () => {
    for (const type of Object.values({ ...form, json: "application/json" })) {
      const answer = await sendRequest("/auth/session", {
        method: "POST",
        headers: { "content-type": type },
        body: "x".repeat(20_000_000),
      })
      expect(answer.status).toBe(413)
    }
    const lying = await sendRequest("/auth/session", {
      method: "POST",
      headers: { ...form, "content-length": "5" },
      body: "x".repeat(100_000),
    })
    expect(lying.status).toBe(413)
  })

  test("parses a form into a flat map with a limited number of strings (threat 284)", async () => {
    const seen: unknown[] = []
    const watching = passwordService({
      providers: [
        {
          id: "credentials",
          name: "P",
          type: "credentials",
          credentials: { a: {} },
          authorize: (given) => (seen.push(given), null),
        },
      ],
    })
    const eve = cookieClient(watching)
    const csrfToken = await eve.csrfToken()
    await eve.post("/callback/credentials", { csrfToken, "a[b][c]": "1", "a.b": "2", "__proto__[x]": "3", a: "4" })
    expect(seen).toEqual([{ a: "4" }])
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined()
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, ""]))
    expect([400, 413]).toContain((await eve.post("/callback/credentials", { csrfToken, ...many })).status)
    const broken = await eve.send("/callback/credentials", {
      method: "POST",
      headers: form,
      body: new Uint8Array([0x61, 0x3d, 0xff, 0xfe]),
    })
    expect(broken.status).toBe(400)
  })

  test("ignores a callback URL that isn't a string, and rejects one that is sent twice (threat 14)", async () => {
    for (const callbackUrl of [{ a: 1 }, ["/a"], 1, null]) {
      const ada = cookieClient(auth)
      const answer = await ada.postJson("/signout", { csrfToken: await ada.csrfToken(), callbackUrl })
      expect(answer.headers.get("location")).toBe("https://app.test/")
    }
    const twice = await sendRequest("/auth/signout", {
      method: "POST",
      headers: form,
      body: "callbackUrl=/a&callbackUrl=https://evil.test",
    })
    expect(twice.status).toBe(400)
  })

  test("rejects a request with too many parameters (threat 285)", async () => {
    expect((await sendRequest(`/auth/signin?x=${"y".repeat(9000)}`)).status).toBe(414)
    expect((await sendRequest(`/auth/signin?${"a=1&".repeat(500)}`)).status).toBe(400)
  })
})

test("responds to every request without an internal error (threat 290)", async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("%", "%E0%A4%A", "__proto__", "\u0000", "csrf", "session", "callback/credentials", "signin"),
  )
  const header = fc.string({ maxLength: 40 }).map((value) => value.replaceAll(/[^\x20-\x7e]/g, "?"))
  const requests = fc.record({
    path: text,
    query: text,
    method: fc.constantFrom("GET", "POST", "HEAD", "PUT"),
    cookie: header,
    authorization: header,
    type: fc.constantFrom("application/json", "application/x-www-form-urlencoded", "x"),
    body: text,
  })
  await fc.assert(
    fc.asyncProperty(requests, async ({ path, query, method, cookie, authorization, type, body }) => {
      const url = new URL("https://app.test/auth/")
      url.pathname = `/auth/${path}`
      url.search = query
      const headers = { cookie, authorization, "content-type": type }
      const bodied = method === "POST" || method === "PUT"
      const answer = await auth.handle(new Request(url, { method, headers, ...(bodied && { body }) }))
      expect(answer.status === 500 && !url.pathname.startsWith("/auth/error") ? url.href : "").toBe("")
    }),
    { numRuns: 3000 },
  )
})
