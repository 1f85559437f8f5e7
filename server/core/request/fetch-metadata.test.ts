import { describe, expect, test } from "vitest"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const PAGES = ["/signin", "/signin?callbackUrl=/members", "/signout", "/verify-request?type=email"]
const NAVIGATION = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }
const setCookieNames = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split("=")[0])

test("sets no cookies if a router prefetches a link and is redirected to a page", async () => {
  for (const path of PAGES) {
    const browser = cookieClient(passwordService())
    const answer = await browser.get(path, { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", accept: "*/*" })
    expect([answer.status, setCookieNames(answer)]).toEqual([200, []])
  }
})

test.each([
  ["a browser that opens it", NAVIGATION],
  ["a browser that opens it ahead", { ...NAVIGATION, "sec-purpose": "prefetch" }],
  ["a browser that says nothing of how it asks", {}],
  ["a script that puts pages in place", { "sec-fetch-mode": "cors", accept: "text/html, application/xhtml+xml" }],
])("%s gets the cookies that the page's forms need", async (_, headers) => {
  for (const path of PAGES) {
    const answer = await cookieClient(passwordService()).get(path, headers as Record<string, string>)
    expect(setCookieNames(answer), path).toContain("__Host-latchkit.csrf-token")
  }
})

test("remembers the callback URL when a browser opens the app's own page, but not for a router", async () => {
  const auth = passwordService({ pages: { signIn: "/login" } })
  const path = "/signin?callbackUrl=/members"
  expect(setCookieNames(await cookieClient(auth).get(path, { "sec-fetch-mode": "cors" }))).toEqual([])
  expect(setCookieNames(await cookieClient(auth).get(path, NAVIGATION))).toEqual(["__Host-latchkit.callback-url"])
})

describe("a form that was sent before its page had a CSRF token", () => {
  const form = { ...ADA, callbackUrl: "/members?page=2" }

  test("succeeds the second time, and keeps its callback URL", async () => {
    const browser = cookieClient(passwordService())
    const rejected = await browser.post("/callback/credentials", form)
    expect(new URL(rejected.headers.get("location") ?? "").searchParams.get("error")).toBe("MissingCSRF")
    const page = await (await browser.get(rejected.headers.get("location") ?? "")).text()
    const inputs = Object.fromEntries(
      Array.from(page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g), ([, name, value]) => [name, value]),
    ) as Record<string, string> // each match has both groups
    expect(inputs["callbackUrl"]).toBe("https://app.test/members?page=2")
    const answer = await browser.post("/callback/credentials", { ...ADA, ...inputs })
    expect(answer.headers.get("location")).toBe("https://app.test/members?page=2")
    expect(await (await browser.get("/session")).json()).not.toBeNull()
  })

  test("never redirects to another site (threat 1)", async () => {
    const browser = cookieClient(passwordService())
    await browser.post("/callback/credentials", { ...form, callbackUrl: "https://evil.test/" })
    expect(browser.cookie("__Host-latchkit.callback-url")?.value).toBe("https://app.test/")
  })

  test.each(["null", "https://evil.test"])("sets no cookie if it comes from %s (threat 42)", async (origin) => {
    const answer = await cookieClient(passwordService()).post("/callback/credentials", form, { origin })
    expect([answer.status, setCookieNames(answer)]).toEqual([403, []])
  })

  test("keeps an existing token", async () => {
    const browser = cookieClient(passwordService())
    const csrfToken = await browser.csrfToken()
    await browser.post("/callback/credentials", form)
    expect(await browser.csrfToken()).toBe(csrfToken)
  })
})
