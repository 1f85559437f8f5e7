import { expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { Passkey, type PasskeyOptions } from "../../providers/passkey.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { errorParam } from "../../test-kit/oauth-service.ts"
import { ADA, passkeyService } from "../../test-kit/passkey-service.ts"

const ENDPOINTS = "/.well-known/passkey-endpoints"
const RELATED = "/.well-known/webauthn"

function site(url: string, options?: PasskeyOptions) {
  const error = vi.fn()
  const auth = createAuth(
    {
      providers: options ? [Passkey(options)] : [],
      adapter: MemoryAdapter(),
      secret: "s".repeat(32),
      logger: { error, warn: () => undefined },
    },
    { env: { AUTH_URL: `${url}/auth` } },
  )
  const get = async (path: string) => {
    const request = new Request(url + path, { headers: { "x-forwarded-host": "evil.test" } })
    const response = await auth.handle(request)
    const isJson = response.headers.get("content-type")?.startsWith("application/json")
    const body = isJson ? ((await response.json()) as unknown) : undefined
    return { isOurs: await auth.isUnderBasePath(request), status: response.status, body }
  }
  return { get, problems: () => error.mock.calls.flat().map(String).join("\n") }
}

test("password managers learn where users manage their passkeys, on the site's own origin", async () => {
  const page = "https://app.test/auth/account"
  expect(await site("https://app.test", {}).get(`${ENDPOINTS}?next=https://evil.test`)).toEqual({
    isOurs: true,
    status: 200,
    body: { enroll: page, manage: page },
  })
})

test("an app without passkeys responds to neither address", async () => {
  for (const path of [ENDPOINTS, RELATED])
    expect(await site("https://app.test").get(path)).toMatchObject({ isOurs: false, status: 404 })
})

const relyingParty = { id: "acme.com", relatedOrigins: ["https://acme.de", "https://acme.shop"] }

test("the domain of the passkeys lists the other sites that may use them, and no other site does", async () => {
  const found = await site("https://acme.com", { relyingParty }).get(RELATED)
  expect(found).toEqual({ isOurs: true, status: 200, body: { origins: relyingParty.relatedOrigins } })
  for (const url of ["https://acme.de", "https://www.acme.com"])
    expect((await site(url, { relyingParty }).get(RELATED)).status).toBe(404)
  expect((await site("https://acme.com", {}).get(RELATED)).status).toBe(404)
})

test.each([
  [{ id: "acme.com", relatedOrigins: ["https://acme.de/"] }, '"https://acme.de/". Expected an origin'],
  [{ id: "acme.com", relatedOrigins: ["http://acme.de"] }, '"http://acme.de". Expected an origin'],
  [{ relatedOrigins: ["https://acme.de"] }, "without a `relyingParty.id`"],
  [{ id: "acme.net", relatedOrigins: ["https://acme.de"] }, "which isn't a domain of https://acme.com"],
])("says what is wrong with %j", (wrong, message) => {
  expect(site("https://acme.com", { relyingParty: wrong }).problems()).toContain(message)
})

test("a passkey works on a listed site, and on no other", async () => {
  const settings = { relyingParty: { id: "app.test", relatedOrigins: ["https://app.shop"] } }
  const service = await passkeyService({}, settings)
  const authenticator = softAuthenticator()
  const laptop = service.browser()
  await service.enter(laptop, ADA)
  expect(
    errorParam(await service.register(laptop, authenticator, { clientData: { origin: "https://app.shop" } })),
  ).toBeNull()
  for (const [origin, error] of [
    ["https://app.shop", null],
    ["https://app.shop.evil.test", "WebAuthnVerificationError"],
    ["https://evil.shop", "WebAuthnVerificationError"],
  ] as const)
    expect(errorParam(await service.signIn(service.browser(), authenticator, { clientData: { origin } }))).toBe(error)
})
