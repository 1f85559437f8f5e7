import { describe, expect, test } from "vitest"
import { themeCss } from "../../../components/html/index.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { GitHub, GitLab } from "../../providers/index.ts"
import { Passkey } from "../../providers/passkey.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const PAGES = ["/signin", "/signout", "/error", "/verify-request"]
const fetchPage = async (path: string, config: Parameters<typeof passwordService>[0] = {}) => {
  const answer = await cookieClient(passwordService(config)).get(path)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

test.each([
  ["/error", 200],
  ["/error?error=Configuration", 500],
  ["/error?error=AccessDenied", 403],
  ["/error?error=Verification", 403],
  ["/signin", 200],
  ["/signout", 200],
  ["/verify-request?provider=email&type=email", 200],
])("renders %s with the status %d", async (path, status) => {
  const page = await fetchPage(path)
  expect(page.status).toBe(status)
  expect(page.html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/)
  expect(page.html.match(/<h1/g)).toHaveLength(1)
})

test("redirects to the app's own pages instead of the built-in ones", async () => {
  const pages = { signIn: "/login?from=auth", signOut: "/bye", error: "/oops", verifyRequest: "/mail" }
  const location = async (path: string) => (await fetchPage(path, { pages })).headers.get("location")
  expect(await location("/signin?callbackUrl=/x")).toBe(
    "https://app.test/login?from=auth&callbackUrl=https%3A%2F%2Fapp.test%2Fx",
  )
  expect(await location("/error?error=AccessDenied")).toBe("https://app.test/oops?error=AccessDenied")
  expect(await location("/verify-request?provider=x&type=email")).toMatch(/^https:\/\/app\.test\/mail/)
  expect(await location("/signout")).toMatch(/^https:\/\/app\.test\/bye/)
})

describe("the files of the pages", () => {
  test("are served from the same origin, under names with a content hash, and can be cached", async () => {
    const auth = passwordService({ theme: { brandColor: "#e11d48" } })
    const html = await (await auth.handle(new Request("https://app.test/auth/signin"))).text()
    const names = [...html.matchAll(/(?:href|src)="(\/auth\/assets\/[^"]+)"/g)].map(([, name]) => name ?? "")
    expect(names).toHaveLength(3)
    for (const name of names) {
      const answer = await auth.handle(new Request(`https://app.test${name}`))
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"])
      expect(name).toMatch(/\.[0-9a-f]{12}\.(css|js)$/)
    }
    expect((await auth.handle(new Request("https://app.test/auth/assets/auth.000000000000.css"))).status).toBe(404)
  })
})

test("puts a provider's colors into a stylesheet, and only if they are colors (threat 242)", async () => {
  const keys = { clientId: "x", clientSecret: "y" }
  const providers = [
    GitHub({ ...keys, style: { brandColor: "#24292f", text: "#fff" } }),
    GitLab({ ...keys, style: { brandColor: "red}</style><script>alert(1)</script>", text: "url(//evil.test)" } }),
  ]
  const auth = passwordService({ providers })
  const html = await (await auth.handle(new Request("https://app.test/auth/signin"))).text()
  expect(html).not.toMatch(/style=|evil|<style|alert\(1/)
  const [, theme] = /href="([^"]*theme\.[0-9a-f]{12}\.css)"/.exec(html) ?? []
  const css = await (await auth.handle(new Request(`https://app.test${theme}`))).text()
  expect(css).toMatch(
    /^\[data-provider="github"\] \.auth-button\{--auth-brand:#24292f;[^{}<]*--auth-on-brand:#fff;[^{}<]*\}$/,
  )
})

test("keeps the default colors readable if the brand color is a variable of the app's page", async () => {
  const auth = passwordService({ theme: { brandColor: "var(--color-primary)", buttonText: "#000" } })
  const html = await (await auth.handle(new Request("https://app.test/auth/signin"))).text()
  expect(html).toMatch(/href="[^"]*auth\.[0-9a-f]{12}\.css"/)
  expect(html).not.toMatch(/theme\.[0-9a-f]{12}\.css/)
})

test("escapes names and labels (threat 242)", async () => {
  const name = `"><img src=x onerror=alert(1)>'</script>`
  const field = { label: name, placeholder: name }
  const authorize = () => null
  const providers = [
    { id: "password", name, type: "credentials", credentials: { name: field }, authorize } as const,
    { ...GitHub({ clientId: "x", clientSecret: "y", style: { logo: `javascript:alert(1)//${name}` } }), name },
  ]
  const html = await Promise.all(
    PAGES.map(async (path) => (await fetchPage(path, { providers, siteName: name, signInNotice: name })).html),
  )
  expect(html.join()).toContain("&#60;img src=x onerror=alert(1)&#62;")
  expect(html.join()).not.toMatch(/<img|javascript:|onerror=alert\(1\)>/)
})

test.each(["https://evil;sandbox/logo.png", "https://evil,sandbox/logo.png", "https://evil';sandbox/x"])(
  "the host of the image %s adds nothing to the Content Security Policy (threat 242)",
  async (logo) => {
    const policyWith = async (config: Parameters<typeof passwordService>[0]) =>
      (await fetchPage("/signin", config)).headers.get("content-security-policy")
    const own = await policyWith({ providers: [GitHub({ clientId: "x" })] })
    expect(await policyWith({ providers: [GitHub({ clientId: "x", style: { logo } })] })).toBe(own)
    expect(await policyWith({ theme: { logo, favicon: logo } })).toBe(own)
    expect(await policyWith({ providers: [{ ...ACME, fedcm: { configURL: logo } }] })).toBe(own)
  },
)

test("the policy lets a page ask an identity provider on this machine for its FedCM file", async () => {
  const local = { ...ACME, fedcm: { configURL: "http://localhost:4310/fedcm.json" } }
  const policy = (await fetchPage("/signin", { providers: [local] })).headers.get("content-security-policy")
  expect(policy).toMatch(/connect-src 'self' http:\/\/localhost:4310(;|$)/)
})

test("escapes a provider's id in a CSS selector (threat 242)", () => {
  const css = themeCss({}, [{ id: 'x"],*{}</style>\\', style: { brandColor: "#000" } }])
  expect(css).toMatch(/^\[data-provider="x[0-9a-f\\ ]*style[0-9a-f\\ ]*"\] \.auth-button\{[^{}<]*\}$/)
})

describe("untrusted input", () => {
  const HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "x%26callbackUrl=javascript:alert(1)"]

  test.each(HOSTILE)("doesn't reflect %s (threat 238)", async (value) => {
    for (const path of PAGES) {
      const query = new URLSearchParams({
        error: value,
        error_description: value,
        code: value,
        email: value,
        provider: value,
      })
      const { html, status } = await fetchPage(`${path}?${query}`)
      expect(status).toBeLessThan(500)
      expect(html).not.toMatch(/alert\(1\)|<img src=x/)
    }
  })

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "shows the usual page for the error %s (threat 239)",
    async (error) => {
      expect((await fetchPage(`/error?error=${error}`)).status).toBe(200)
      const { status, html } = await fetchPage(`/signin?error=${error}`)
      expect(status).toBe(200)
      expect(html).not.toMatch(/native code|\[object/)
    },
  )

  test("fills in only the email address and the error from the query (threat 240)", async () => {
    const query = "csrfToken=forged&callbackUrl=https://evil.test&providers=x&theme=y&siteName=Evil&notice=Evil"
    const { html } = await fetchPage(`/signin?${query}`)
    expect(html).not.toMatch(/forged|evil\.test|Evil/)
  })

  test("passes an error to the app's own page as one parameter, without line breaks (threats 20 and 21)", async () => {
    const config = { pages: { error: "/oops" } }
    const { headers } = await fetchPage("/error?error=AccessDenied%26x%3D1%0d%0aSet-Cookie:a=b", config)
    expect(headers.get("location")).toBe("https://app.test/oops")
    expect(headers.getSetCookie()).toEqual([])
    const callbackUrl = "https://app.test/a?b=c&error=AccessDenied&callbackUrl=https%3A%2F%2Fevil.test#d"
    const query = new URLSearchParams({ callbackUrl, code: "x&error=AccessDenied" })
    const login = await fetchPage(`/signin?${query}`, { pages: { signIn: "/login?from=auth#top" } })
    const { searchParams, hash } = new URL(login.headers.get("location") ?? "")
    expect([[...searchParams], hash]).toEqual([
      [
        ["from", "auth"],
        ["callbackUrl", callbackUrl],
      ],
      "#top",
    ])
  })
})

describe("headers", () => {
  test.each(PAGES)("doesn't let %s be framed (threat 245)", async (path) => {
    const { headers } = await fetchPage(path)
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(headers.get("x-frame-options")).toBe("DENY")
  })

  test.each([...PAGES, "/session", "/csrf", "/providers"])(
    "sends %s with its security policies (threat 246)",
    async (path) => {
      const { headers } = await fetchPage(path)
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
      expect(headers.get("content-security-policy")).not.toContain("unsafe")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("referrer-policy")).toMatch(/^(no-referrer|same-origin)$/)
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    },
  )

  test("keeps pages out of shared caches, and posts forms to the configured site (threat 261)", async () => {
    const answer = await passwordService().handle(
      new Request("https://app.test/auth/signin", { headers: { "x-forwarded-host": "evil.test" } }),
    )
    expect(answer.headers.get("cache-control")).toContain("no-store")
    expect(await answer.text()).not.toContain("evil.test")
  })
})

test("links to no other host (threat 237)", async () => {
  const { html } = await fetchPage("/signin")
  for (const [, address = ""] of html.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\//)
  expect(html).not.toMatch(/<style|<script>| style=| on\w+=/)
})

test("shows a page only five fields of a provider (threat 248)", async () => {
  const { html } = await fetchPage("/providers")
  expect(JSON.parse(html)).toEqual({
    credentials: {
      id: "credentials",
      name: "Password",
      type: "credentials",
      signinUrl: "https://app.test/auth/signin/credentials",
      callbackUrl: "https://app.test/auth/callback/credentials",
    },
  })
})

test("labels two password forms with their provider's name, and a single one without it", async () => {
  const provider = (id: string, name: string) =>
    ({ id, name, type: "credentials", credentials: { password: { type: "password" } }, authorize: () => null }) as const
  const page = async (...providers: ReturnType<typeof provider>[]) =>
    (await cookieClient(passwordService({ providers })).get("/signin")).text()
  const two = await page(provider("staff", "Staff"), provider("guests", "Guests"))
  expect(two).toContain("Continue with Staff")
  expect(two).toContain("Continue with Guests")
  expect(await page(provider("staff", "Staff"))).not.toContain("Staff")
})

describe("a form that `authorize` must not get as sent", () => {
  const seen: unknown[] = []
  const watching = (authorize: (given: Record<string, unknown>) => unknown) =>
    passwordService({
      providers: [
        {
          id: "credentials",
          name: "P",
          type: "credentials",
          credentials: { username: {}, password: {} },
          authorize: (given) => (seen.push(given), authorize(given) as null),
        },
      ],
    })

  test.each([{ error: "bad" }, {}, [], true, "x", { id: null }, { id: {} }, { id: " " }, new Response("x")])(
    "doesn't accept %j as a user (threat 163)",
    async (answer) => {
      const eve = cookieClient(watching(() => answer))
      const { headers } = await eve.signInWith("credentials", ADA)
      expect(headers.get("location")).toContain("error=CredentialsSignin")
      expect(eve.cookie("__Host-latchkit.session-token")).toBeUndefined()
    },
  )

  test("drops nested values (threat 164)", async () => {
    seen.length = 0
    const eve = cookieClient(watching(() => null))
    const csrfToken = await eve.csrfToken()
    expect(
      (await eve.postJson("/callback/credentials", { csrfToken, username: { $ne: null }, password: ["a"] })).status,
    ).toBe(400)
    await eve.post("/callback/credentials", { csrfToken, "username[$ne]": "" })
    expect(seen).toEqual([{}])
  })

  test("drops undeclared fields (threat 165)", async () => {
    seen.length = 0
    const eve = cookieClient(watching(() => null))
    await eve.signInWith("credentials", { ...ADA, isAdmin: "1", callbackUrl: "/", redirect: "false" })
    expect(seen).toEqual([ADA])
  })

  test("passes a password exactly as it was typed (threat 174)", async () => {
    seen.length = 0
    const eve = cookieClient(watching(() => null))
    const passwords = [" x ", "e\u0301", "\u00e9", "🔑", "x".repeat(4096), "a\0b"]
    for (const password of passwords) await eve.signInWith("credentials", { username: "ada", password })
    expect(seen.map((given) => (given as { password: string }).password)).toEqual(passwords)
  })

  test("logs what `authorize` throws, and doesn't show it (threat 168)", async () => {
    const eve = cookieClient(
      watching(() => {
        throw new Error("SELECT * FROM users")
      }),
    )
    const answer = await eve.signInWith("credentials", ADA)
    expect(answer.headers.get("location")).toBe("https://app.test/auth/error?error=Configuration")
    expect([...answer.headers].join()).not.toContain("SELECT")
  })

  test("doesn't reveal whether an account exists (threat 172)", async () => {
    const locations = new Set<string | null>()
    for (const username of ["ada", "nobody", ""]) {
      const eve = cookieClient(watching(() => null))
      locations.add((await eve.signInWith("credentials", { username, password: "wrong" })).headers.get("location"))
    }
    expect(locations.size).toBe(1)
  })
})

test("keeps a password out of cookies, sessions, events and logs (threats 173 and 250)", async () => {
  const heard: unknown[] = []
  const hear = (...said: unknown[]) =>
    void heard.push(
      said.map((one) => (one instanceof Error ? `${one.message} ${JSON.stringify(Reflect.get(one, "cause"))}` : one)),
    )
  const ada = cookieClient(
    passwordService({
      debug: true,
      logger: { debug: hear, error: hear, warn: hear },
      events: { signIn: hear, session: hear },
    }),
  )
  await ada.signInWith("credentials", ADA)
  await ada.signInWith("credentials", { username: "ada", password: "wrong-secret-word" })
  heard.push(await (await ada.get("/session")).text(), [...ada.jar.values()])
  expect(JSON.stringify(heard)).not.toMatch(/lovelace|wrong-secret-word/)
})

test("applies a passkey provider's style to its button on the sign-in page", async () => {
  const providers = [Passkey({ style: { brandColor: "#0b57d0" } })]
  const browser = cookieClient(passwordService({ providers, adapter: MemoryAdapter() }))
  const html = await (await browser.get("/signin")).text()
  expect(html).toMatch(/<button[^>]*data-variant="primary"[^>]*data-passkey="passkey"/)
  const [, sheet = ""] = /href="([^"]*theme[^"]*\.css)"/.exec(html) ?? []
  const css = await (await browser.get(`https://app.test${sheet}`)).text()
  expect(css).toContain('[data-passkey="passkey"]{--auth-brand:#0b57d0')
})
