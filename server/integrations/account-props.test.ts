import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { AccountPageProps } from "../features/account/page/props.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { FRAMEWORK_APPS, type FrameworkName } from "../test-kit/framework-apps.ts"
import { mintSession } from "../testing/mint-session.ts"
import { accountCard } from "../../components/html/index.ts"

const SITE = "https://app.test"
const CLOSES: (() => void)[] = []
beforeEach(() => void vi.stubEnv("AUTH_URL", `${SITE}/auth`))
afterEach(() => {
  vi.unstubAllEnvs()
  for (const close of CLOSES.splice(0)) close()
})

const PAGE = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" }
const FORM = { ...PAGE, origin: SITE }

/** Opens the account page of a framework's app as Ada, who has a CSRF cookie, or as an anonymous user. */
async function openApp(name: FrameworkName, signedIn = true) {
  const adapter = MemoryAdapter()
  const config = { providers: [], secret: "s".repeat(32), adapter, siteName: "Acme", messages: { de: {} } }
  const app = await FRAMEWORK_APPS[name](config)
  CLOSES.push(() => app.close?.())
  const browser = cookieClient(app, undefined, SITE)
  if (signedIn) {
    const user = await adapter.createUser({ id: "ada", name: "Ada", email: "ada@app.test", emailVerified: null })
    const { cookies } = await mintSession(config, user, { url: `${SITE}/auth` })
    for (const { name: cookie, value } of cookies) browser.jar.set(cookie, { value })
  }
  await browser.get("/auth/csrf")
  const open = async (query = "", headers: HeadersInit = {}) => {
    const response = await browser.get(`/settings${query}`, { ...PAGE, ...headers })
    return { response, props: (await response.json()) as AccountPageProps }
  }
  return { browser, open, adapter }
}

describe.each(Object.keys(FRAMEWORK_APPS) as FrameworkName[])("`accountProps` of %s", (name) => {
  test("makes the app's account page complete, and its forms work without JavaScript", async () => {
    const { browser, open, adapter } = await openApp(name)
    const { props } = await open("?tab=profile")
    expect(props).toMatchObject({ basePath: "/auth", callbackUrl: `${SITE}/settings?tab=profile`, siteName: "Acme" })
    const html = accountCard(props)
    expect(html.replaceAll(/<wbr>|<\/?span>/g, "")).toContain("ada@app.test")
    expect(html).toContain('action="/auth/account"')
    const fields = { csrfToken: props.csrfToken ?? "", callbackUrl: props.callbackUrl }
    const response = await browser.post(
      "/auth/account",
      { ...fields, change: "update-profile", name: "Countess" },
      FORM,
    )
    expect(response.headers.get("location")).toBe(`${SITE}/settings?tab=profile`)
    expect((await adapter.getUser("ada"))?.name).toBe("Countess")
  })

  test("returns a rejected change's error, and not to the page with that error", async () => {
    const { browser, open } = await openApp(name)
    const { csrfToken = "", callbackUrl } = (await open("?tab=a")).props
    const rejected = await browser.post("/auth/account", { csrfToken, callbackUrl, change: "unlink", id: "no" }, FORM)
    const { search } = new URL(rejected.headers.get("location") ?? "")
    const { props } = await open(search)
    expect(props).toMatchObject({ error: "NotFound", callbackUrl: `${SITE}/settings?tab=a` })
    expect((await open("?error=%3Cscript%3E")).props).not.toHaveProperty("error")
  })

  test("has no details of an anonymous user", async () => {
    expect((await (await openApp(name, false)).open()).props.details).toBeNull()
  })

  // Next marks each response of a page that reads the request's headers by itself
  test.skipIf(name === "next")("lets no cache keep the page, whether it sets a cookie or not", async () => {
    const { browser, open } = await openApp(name)
    expect((await open()).response.headers.get("cache-control")).toBe("private, no-store")
    for (const cookie of [...browser.jar.keys()]) if (/csrf/.test(cookie)) browser.jar.delete(cookie)
    const { response } = await open()
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    expect(response.headers.getSetCookie().join()).toContain("csrf-token")
  })

  test("has the texts of the card and of its dialog in the browser's language", async () => {
    const { open } = await openApp(name)
    expect((await open()).props.messages).toBeUndefined()
    const { messages } = (await open("", { "accept-language": "de" })).props
    expect(messages).toMatchObject({ language: { lang: "de" }, account: {}, confirm: {}, passkey: {} })
  })
})

test("a page of Next gets no token if its browser has no cookie for it", async () => {
  const { browser, open } = await openApp("next")
  for (const cookie of [...browser.jar.keys()]) if (/csrf/.test(cookie)) browser.jar.delete(cookie)
  expect((await open()).props).not.toHaveProperty("csrfToken")
})
