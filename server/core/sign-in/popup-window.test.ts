import { describe, expect, test } from "vitest"
import { LANGUAGES } from "../../../components/view/messages/languages.ts"
import { errorParam, oauthService, signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ATTEMPT = "0123456789abcdef0123456789abcdef"
const person = { sub: "1", name: "Ada", email: "ada@example.com", email_verified: true }
const form = { popup: ATTEMPT, callbackUrl: "/draft?id=7" }
const popupUrl = (more: Record<string, string> = {}) => {
  const query = { attempt: ATTEMPT, callbackUrl: "https://app.test/draft?id=7", ...more }
  return `https://app.test/auth/popup?${new URLSearchParams(query)}`
}
const redirectLocation = (answer: Response) => answer.headers.get("location")
const redirectPath = (answer: Response) => URL.parse(redirectLocation(answer) ?? "")?.pathname

async function returnFromProvider(answer: string, config: Parameters<typeof oauthService>[0] = {}) {
  const service = await oauthService(config)
  const browser = service.browser()
  const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken(), ...form })
  const state = new URL(redirectLocation(started) ?? "").searchParams.get("state") ?? ""
  return { browser, answer: await browser.get(`/callback/acme?${answer}&state=${state}&iss=${service.issuer.issuer}`) }
}

describe("a popup sign-in", () => {
  test("ends on the page that closes the window, and nowhere else", async () => {
    const service = await oauthService()
    const browser = service.browser()
    expect(redirectLocation(await service.enter(browser, person, form))).toBe(popupUrl())
    expect(await signedInName(browser)).toBe("ada@example.com")
  })

  test.each([
    ["/draft", "https://app.test/draft"],
    ["https://evil.test/", "https://app.test/"],
    ["javascript:alert(1)", "https://app.test/"],
  ])("tells the page that starts it the allowed target for %s", async (callbackUrl, allowed) => {
    const service = await oauthService()
    const browser = service.browser()
    const start = async (fields: object) =>
      (
        await browser.post(
          "/signin/acme",
          { csrfToken: await browser.csrfToken(), callbackUrl, ...fields },
          { "x-auth-return-redirect": "1" },
        )
      ).json()
    expect(await start({ popup: ATTEMPT })).toMatchObject({ callbackUrl: allowed })
    expect(await start({})).not.toHaveProperty("callbackUrl")
  })

  test("doesn't change the target of the next sign-in", async () => {
    const service = await oauthService()
    const browser = service.browser()
    await service.enter(browser, person, form)
    expect(redirectLocation(await service.enter(browser, person, {}))).toBe("https://app.test/draft?id=7")
  })

  test("can run beside a sign-in without a popup, and each ends where it began", async () => {
    const service = await oauthService()
    const browser = service.browser()
    const [one, other] = [await service.start(browser, person, form), await service.start(browser, person, {})]
    expect(redirectPath(await browser.get(one))).toBe("/auth/popup")
    expect(redirectPath(await browser.get(other))).not.toBe("/auth/popup")
  })

  test("shows the new-user page first, which leads to the end", async () => {
    const service = await oauthService({ pages: { newUser: "/welcome" } })
    const welcome = new URL(redirectLocation(await service.enter(service.browser(), person, form)) ?? "")
    expect([welcome.pathname, welcome.searchParams.get("callbackUrl")]).toEqual(["/welcome", popupUrl()])
  })

  test("ends there too if the user cancelled at the provider, and says so", async () => {
    const { answer } = await returnFromProvider("error=access_denied")
    expect(redirectLocation(answer)).toBe(popupUrl({ error: "OAuthCallbackError", code: "cancelled" }))
  })

  test("ends there if the app denies it, even if the app has its own pages for that", async () => {
    const pages = { error: "/oops", signIn: "/login" }
    const service = await oauthService({ pages, callbacks: { signIn: () => false } })
    const answer = await service.enter(service.browser(), person, form)
    expect([redirectPath(answer), errorParam(answer)]).toEqual(["/auth/popup", "AccessDenied"])
  })

  test("ends there if Latchkit fails, and says no more than elsewhere", async () => {
    const service = await oauthService({ callbacks: { signIn: () => Promise.reject(new Error("down")) } })
    const answer = await service.enter(service.browser(), person, form)
    expect([redirectPath(answer), errorParam(answer)]).toEqual(["/auth/popup", "AccessDenied"])
  })

  test("says so if the account belongs to another user", async () => {
    const service = await oauthService()
    await service.adapter.createUser?.({ id: "x", email: person.email, emailVerified: new Date(1) })
    const browser = service.browser()
    const answer = await service.enter(browser, person, form)
    expect([redirectPath(answer), errorParam(answer)]).toEqual(["/auth/popup", "OAuthAccountNotLinked"])
    expect(await signedInName(browser)).toBeNull()
  })

  test.each(["", "short", "a/../b".padEnd(32, "x"), "x".repeat(65), "<script>".padEnd(32, "x")])(
    "requires an attempt id that a page can generate, unlike %j",
    async (popup) => {
      const service = await oauthService()
      const answer = await service.enter(service.browser(), person, { popup, callbackUrl: "/draft" })
      expect(redirectLocation(answer)).toBe("https://app.test/draft")
    },
  )
})

describe("the page at the end of a popup sign-in", () => {
  const pageAt = async (path: string, browser = cookieClient(passwordService({ siteName: "Acme" })), headers = {}) => {
    const answer = await browser.get(path, headers)
    return { answer, html: await answer.text() }
  }
  const signedIn = async () => {
    const browser = cookieClient(passwordService({ siteName: "Acme" }))
    await browser.signInWith("credentials", ADA)
    return browser
  }

  test("says that the user is signed in, and links to the target if the window stays open", async () => {
    const { answer, html } = await pageAt("/popup?attempt=x&callbackUrl=%2Fdraft", await signedIn())
    expect(answer.status).toBe(200)
    expect(html).toContain("<title>You&#39;re signed in</title>")
    expect(html).toContain("You can close this window.")
    expect(html).toContain('href="https://app.test/draft"')
  })

  test("doesn't say so if the user isn't signed in", async () => {
    const { html } = await pageAt("/popup?attempt=x")
    expect(html).not.toContain("You&#39;re signed in")
    expect(html).toContain("Back to sign-in")
  })

  test.each([
    ["OAuthAccountNotLinked", "You already have an account."],
    ["AccessDenied", "This account doesn&#39;t have access to Acme."],
    ["OAuthCallbackError&code=cancelled", "You canceled the sign-in."],
    ["Something-else", "Something went wrong. Try again."],
  ])("says what went wrong: %s", async (error, sentence) => {
    const { html } = await pageAt(`/popup?attempt=x&error=${error}`, await signedIn())
    expect(html.replaceAll(/<\/?span[^>]*>/g, "")).toContain(sentence)
    expect(html).not.toContain("You&#39;re signed in")
  })

  test("is translated into every language", async () => {
    const browser = await signedIn()
    const titles = new Set<string>()
    for (const lang of LANGUAGES) {
      const { html } = await pageAt("/popup?attempt=x", browser, { "accept-language": lang })
      titles.add(/<title>([^<]+)</.exec(html)?.[1] ?? "")
    }
    expect(titles.size).toBe(LANGUAGES.length)
  })

  test("has its own script under the policy of all pages, which no other page loads", async () => {
    const browser = await signedIn()
    const { answer, html } = await pageAt("/popup?attempt=x", browser)
    const [, script = ""] = /src="\/auth(\/assets\/popup\.[^"]+)"/.exec(html) ?? []
    const text = await (await browser.get(script)).text()
    expect(text).toContain("BroadcastChannel")
    expect(text).not.toMatch(/opener|postMessage\([^)]*,/)
    expect(answer.headers.get("content-security-policy")).toContain("script-src 'self';")
    expect(html).not.toMatch(/<script>|<style|onload/)
    expect((await pageAt("/signin", browser)).html).not.toContain("/assets/popup.")
  })

  test("links to the site only (threat 9)", async () => {
    for (const target of ["https://evil.test/", "//evil.test", "javascript:alert(1)", "https://app.test.evil.test"]) {
      const { html } = await pageAt(`/popup?attempt=x&callbackUrl=${encodeURIComponent(target)}`, await signedIn())
      expect(html).not.toContain("evil")
      expect(html).not.toContain("javascript")
    }
  })

  test("changes nothing, however it is opened (threat 38)", async () => {
    const browser = await signedIn()
    const before = browser.cookieHeader()
    const answer = await browser.get(`/popup?attempt=${ATTEMPT}&error=AccessDenied`, { "sec-fetch-site": "cross-site" })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(browser.cookieHeader()).toBe(before)
    expect((await browser.post("/popup", { attempt: ATTEMPT })).status).toBe(405)
  })

  test("can't be framed, and is isolated from another site's window", async () => {
    const { answer } = await pageAt("/popup?attempt=x", await signedIn())
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin")
  })
})

test("leads a popup sign-in to the site only, whatever the form says (threat 1)", async () => {
  const service = await oauthService()
  const answer = await service.enter(service.browser(), person, { ...form, callbackUrl: "https://evil.test/" })
  const url = new URL(redirectLocation(answer) ?? "")
  expect([url.origin, url.searchParams.get("callbackUrl")]).toEqual(["https://app.test", "https://app.test/"])
})

test("neither ends another browser's popup sign-in nor opens a session (threat 60)", async () => {
  const service = await oauthService()
  const [attacker, victim] = [service.browser(), service.browser()]
  const theirs = await service.start(attacker, person, form)
  const open = await victim.post("/signin/acme", { csrfToken: await victim.csrfToken(), ...form })
  expect(open.status).toBe(302)
  const answer = await victim.get(theirs)
  expect([redirectPath(answer), errorParam(answer)]).toEqual(["/auth/signin", "OAuthCallbackError"])
  expect(await signedInName(victim)).toBeNull()
})

test("escapes the code that a page shows (threat 21)", async () => {
  const answer = await cookieClient(passwordService()).get(
    "/popup?attempt=%22%3E%3Cscript%3E&error=%0d%0aX&code=%3Cb%3E",
  )
  expect(await answer.text()).not.toMatch(/<script>|<b>/)
})
