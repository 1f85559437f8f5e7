import { expect, test } from "vitest"
import type { Adapter, VerificationToken } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { signedInEmail, emailService, plainAdapter, requestEmail } from "../../test-kit/email-service.ts"
import { errorParam } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ADA = "ada@app.test"

/** Creates an app's own adapter that finds a link by its token alone, as some Auth.js apps have. */
function createTokenOnlyAdapter(): Adapter {
  const rows = new Map<string, VerificationToken>()
  return {
    ...plainAdapter(),
    createVerificationToken: (row) => (rows.set(row.token, row), row),
    useVerificationToken({ token }) {
      const row = rows.get(token) ?? null
      rows.delete(token)
      return row
    },
  }
}

/** Returns the link as it is in an app's own email: without the address. */
function withoutAddress(link: string): string {
  const url = new URL(link)
  url.searchParams.delete("email")
  return url.href
}

const formFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>

test("signs in the browser that requested a link without an address under the preset, with any adapter", async () => {
  for (const adapter of [createTokenOnlyAdapter(), MemoryAdapter(), plainAdapter()]) {
    const { auth, newest } = emailService({ config: { ...authjs(), adapter } })
    const browser = cookieClient(auth)
    await requestEmail(browser, ADA)
    await browser.get(withoutAddress(newest().url))
    expect(await signedInEmail(browser)).toBe(ADA)
    expect(errorParam(await browser.get(withoutAddress(newest().url)))).toBe("Verification")
  }
})

test("shows the page with the address in another browser, however often it is opened, and the link works once", async () => {
  const { auth, newest } = emailService({ config: { ...authjs(), adapter: createTokenOnlyAdapter() } })
  await requestEmail(cookieClient(auth), ADA)
  const link = withoutAddress(newest().url)
  const phone = cookieClient(auth)
  for (let turn = 0; turn < 3; turn++) expect(await (await cookieClient(auth).get(link)).text()).toContain(ADA)
  const fields = formFields(await (await phone.get(link)).text())
  expect(await signedInEmail(phone)).toBeNull()
  await phone.post("/callback/email", fields)
  expect(await signedInEmail(phone)).toBe(ADA)
  expect(errorParam(await cookieClient(auth).get(link))).toBe("Verification")
})

test("lets a browser that requested a link for itself follow another user's link", async () => {
  const { auth, newest } = emailService({ config: { ...authjs(), adapter: createTokenOnlyAdapter() } })
  await requestEmail(cookieClient(auth), ADA)
  const link = withoutAddress(newest().url)
  const browser = cookieClient(auth)
  await requestEmail(browser, "eve@app.test")
  const page = await browser.get(link)
  expect(await page.text()).toContain(ADA)
  expect(await signedInEmail(browser)).toBeNull()
})

test.each<[string, () => Adapter]>([
  ["needs the address", () => MemoryAdapter()],
  [
    "throws without it",
    () => ({
      ...createTokenOnlyAdapter(),
      useVerificationToken({ identifier }) {
        if (identifier === undefined) throw new TypeError("identifier is missing")
        return null
      },
    }),
  ],
])("rejects the link in another browser if the adapter %s", async (_, make) => {
  const { auth, newest } = emailService({ config: { ...authjs(), adapter: make() } })
  await requestEmail(cookieClient(auth), ADA)
  expect(errorParam(await cookieClient(auth).get(withoutAddress(newest().url)))).toBe("Verification")
})

test("requires the address in a link without the preset", async () => {
  const { auth, newest } = emailService({ config: { adapter: createTokenOnlyAdapter() } })
  const browser = cookieClient(auth)
  await requestEmail(browser, ADA)
  expect(errorParam(await browser.get(withoutAddress(newest().url)))).toBe("Verification")
  expect(await signedInEmail(browser)).toBeNull()
})
