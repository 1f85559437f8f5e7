import { expect, test } from "vitest"
import { GitHub } from "../../providers/index.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, passwordConfig, passwordService } from "../../test-kit/password-service.ts"

const SITE = "https://app.test"
const PAGE = `${SITE}/orders/42?tab=2`

const config = {
  providers: [GitHub({ clientId: "a", clientSecret: "b" }), ...passwordConfig().providers],
  pages: { signIn: "/login", error: "/oops" },
}

const open = () => cookieClient(passwordService(config))

/** Returns the browser of a user who once left the sign-in page for another page of the app. */
async function openAbandoned() {
  const browser = open()
  await browser.post("/signin/github", { callbackUrl: "/abandoned" })
  return browser
}

const cardProps = async (page: string, browser = open()) =>
  (await (await browser.get(`/sign-in-props?${new URLSearchParams({ page })}`)).json()) as { callbackUrl: string }

test("a card inside a page of the app leads back to that page, whatever was abandoned before", async () => {
  const browser = await openAbandoned()
  expect(await cardProps(PAGE, browser)).toMatchObject({ callbackUrl: PAGE })
  const named = await browser.get(`/sign-in-props?${new URLSearchParams({ callbackUrl: "/journal", page: PAGE })}`)
  expect(await named.json()).toMatchObject({ callbackUrl: `${SITE}/journal` })
})

test.each([`${SITE}/login`, `${SITE}/login/?x=1`, `${SITE}/oops`, `${SITE}/auth/step`, `${SITE}/reset?token=1`, "x"])(
  "a card at %s leads to the page that the user came from",
  async (page) => {
    expect(await cardProps(page)).toMatchObject({ callbackUrl: `${SITE}/` })
    expect(await cardProps(page, await openAbandoned())).toMatchObject({ callbackUrl: `${SITE}/abandoned` })
  },
)

test("a page of another site is never a page to return to (threat 1)", async () => {
  for (const page of ["https://evil.test/", "//evil.test", "javascript:alert(1)"])
    expect(await cardProps(page)).toMatchObject({ callbackUrl: `${SITE}/` })
})

test("signInProps does the same for a page that a server renders", async () => {
  const auth = passwordService(config)
  const callbackUrl = async (request: Parameters<typeof auth.signInProps>[0]) =>
    (await auth.signInProps(request)).props.callbackUrl
  expect(await callbackUrl(new Request(PAGE))).toBe(PAGE)
  expect(await callbackUrl({ headers: new Headers({ host: "app.test" }), url: "/orders/42?tab=2" })).toBe(PAGE)
  expect(await callbackUrl(new Request(`${SITE}/login?callbackUrl=/journal`))).toBe(`${SITE}/journal`)
  expect(await callbackUrl(new Request(`${SITE}/login`))).toBe(`${SITE}/`)
  const unknown = { headers: new Headers({ host: "app.test" }), url: "?tab=2" } // as in Next.js
  expect(await callbackUrl(unknown)).toBe(`${SITE}/`)
})

test("a link to the sign-in page leads back to the page with the link", async () => {
  const from = async (referer: string, query = "") => {
    const response = await open().get(`/signin${query}`, { referer })
    return new URL(response.headers.get("location") ?? "").searchParams.get("callbackUrl")
  }
  expect(await from(PAGE)).toBe(PAGE)
  expect(await from(PAGE, "?callbackUrl=/journal")).toBe(`${SITE}/journal`)
  expect(await from(PAGE, "?error=SessionRequired")).toBe(PAGE)
  expect(await from(PAGE, "?error=AccessDenied")).toBe(`${SITE}/`)
  const signOut = await open().get("/signout", { referer: PAGE })
  expect(await signOut.text()).toContain(`value="${PAGE}"`)
  for (const other of ["https://evil.test/", `${SITE}/login`]) expect(await from(other)).toBe(`${SITE}/`)
})

test("a form without a callbackUrl leads back to its page", async () => {
  const signInFrom = async (referer: string) =>
    (await open().signInWith("credentials", ADA, { referer })).headers.get("location")
  expect(await signInFrom(PAGE)).toBe(PAGE)
  expect(await signInFrom(`${SITE}/login`)).toBe(`${SITE}/`)
})
