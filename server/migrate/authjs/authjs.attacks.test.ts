import { encode as authjsEncode } from "@auth/core/jwt"
import { EncryptJWT } from "jose"
import { hkdf } from "@panva/hkdf"
import { describe, expect, test } from "vitest"
import { authjsInstallation } from "../fixtures/authjs-installation.ts"
import { errorParam, signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { authjs } from "./index.ts"

const SESSION = "__Secure-authjs.session-token"
const CSRF = "__Host-authjs.csrf-token"
const secret = "s".repeat(32)
const person = { email: "ada@example.com", sub: "1" }
const createService = () => passwordService({ ...authjs() })
const jarWithToken = (value: string): CookieJarMap => new Map([[SESSION, { value }]])

const encodeWithAuthjs = (salt: string, under: string | string[] = secret) =>
  authjsEncode({ token: person, secret: under, salt })

const sealClaims = async (claims: Record<string, unknown>) => {
  const key = await hkdf("sha256", secret, SESSION, `Auth.js Generated Encryption Key (${SESSION})`, 64)
  return new EncryptJWT(claims).setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" }).encrypt(key)
}
const now = Math.floor(Date.now() / 1000)

test("what the rows below change is what keeps them out", async () => {
  expect(await signedInName(cookieClient(createService(), jarWithToken(await encodeWithAuthjs(SESSION))))).toBe(
    "ada@example.com",
  )
  expect(
    await signedInName(
      cookieClient(createService(), jarWithToken(await sealClaims({ ...person, iat: now, exp: now + 60 }))),
    ),
  ).not.toBeNull()
})

test.each<[string, () => Promise<string>]>([
  ["rejects a state cookie (threat 175)", () => encodeWithAuthjs("__Secure-authjs.state")],
  ["rejects a nonce cookie (threat 175)", () => encodeWithAuthjs("__Secure-authjs.nonce")],
  ["rejects a code verifier cookie (threat 175)", () => encodeWithAuthjs("__Secure-authjs.pkce.code_verifier")],
  ["rejects a challenge cookie (threat 175)", () => encodeWithAuthjs("__Secure-authjs.challenge")],
  ["rejects a state parameter (threat 175)", () => encodeWithAuthjs("encodedState")],
  ["rejects a challenge (threat 175)", () => encodeWithAuthjs("encodedWebauthnChallenge")],
  ["rejects the cookie of a plain http site (threat 175)", () => encodeWithAuthjs("authjs.session-token")],
  ["rejects a token for an app's own cookie name (threat 175)", () => encodeWithAuthjs("session")],
  ["rejects a token sealed with another secret (threat 208)", () => encodeWithAuthjs(SESSION, "e".repeat(32))],
  [
    "rejects a token sealed with several secrets joined into one (threat 208)",
    () => encodeWithAuthjs(SESSION, `${secret},${secret}`),
  ],
  ["rejects a token without exp (threat 180)", () => sealClaims({ ...person, iat: now })],
  ["rejects a token without iat (threat 180)", () => sealClaims({ ...person, exp: now + 60 })],
  ["rejects an expired token (threat 180)", () => sealClaims({ ...person, iat: now - 120, exp: now - 60 })],
  [
    "rejects a token issued in the future (threat 180)",
    () => sealClaims({ ...person, iat: now + 86_400, exp: now + 90_000 }),
  ],
])("under the preset: %s", async (_, forge) => {
  const eve = cookieClient(createService(), jarWithToken(await forge()))
  expect(await signedInName(eve)).toBeNull()
  expect(eve.cookie(SESSION)).toBeUndefined()
})

test("rejects a changed token under the preset (threat 208)", async () => {
  const token = await encodeWithAuthjs(SESSION)
  const [head = "", , iv = "", text = "", tag = ""] = token.split(".")
  const flip = (part: string, at: number) => part.slice(0, at) + (part[at] === "A" ? "B" : "A") + part.slice(at + 1)
  const changed = [
    `${flip(head, 12)}..${iv}.${text}.${tag}`,
    `${head}..${flip(iv, 0)}.${text}.${tag}`,
    `${head}..${iv}.${flip(text, 20)}.${tag}`,
    `${head}..${iv}.${text}.${flip(tag, 3)}`,
    `${head}..${iv}.${text}`,
    token.slice(0, -1),
  ]
  for (const value of changed) expect(await signedInName(cookieClient(createService(), jarWithToken(value)))).toBeNull()
})

test("rejects a session cookie as a sign-in check, and an Auth.js check as a session (threat 175)", async () => {
  const issuer = { authorization: "https://idp.test/a", token: "https://idp.test/t", userinfo: "https://idp.test/u" }
  const acme = { id: "acme", name: "Acme", type: "oauth", clientId: "c", clientSecret: "s", ...issuer } as const
  const auth = passwordService({ ...authjs(), providers: [acme] })
  for (const value of [await encodeWithAuthjs(SESSION), await encodeWithAuthjs("__Secure-authjs.state")]) {
    const eve = cookieClient(auth, new Map([["__Secure-authjs.state", { value }]]))
    expect(errorParam(await eve.get("/callback/acme?code=c&state=s"))).toBe("OAuthCallbackError")
  }
})

test("rejects Auth.js tokens without the preset (threat 175)", async () => {
  const cookies = { sessionToken: { name: SESSION } }
  expect(
    await signedInName(cookieClient(passwordService({ cookies }), jarWithToken(await encodeWithAuthjs(SESSION)))),
  ).toBeNull()
})

test("rejects a Latchkit token for another site in either format (threat 175)", async () => {
  const elsewhere = passwordService({ ...authjs({ seal: "latchkit" }) }, { AUTH_URL: "https://other.test/auth" })
  const ada = cookieClient(elsewhere, undefined, "https://other.test/auth")
  await ada.signInWith("credentials", ADA)
  expect(await signedInName(ada)).toBe("ada@example.com")
  expect(await signedInName(cookieClient(createService(), new Map(ada.jar)))).toBeNull()
})

describe("a form under the preset", () => {
  const rejected = async (cookie: string | undefined, csrfToken: string) => {
    const eve = cookieClient(createService(), cookie === undefined ? new Map() : new Map([[CSRF, { value: cookie }]]))
    const answer = await eve.post("/callback/credentials", { ...ADA, csrfToken })
    expect(errorParam(answer)).toBe("MissingCSRF")
    expect(await signedInName(eve)).toBeNull()
  }

  const issued = async (under = secret) => {
    const ada = authjsInstallation({ secret: under }).browser()
    const csrfToken = await ada.csrfToken()
    return { csrfToken, cookie: ada.cookie(CSRF)?.value ?? "" }
  }

  test("without its cookie is rejected", async () => rejected(undefined, (await issued()).csrfToken))

  test("with another browser's token is rejected", async () =>
    rejected((await issued()).cookie, (await issued()).csrfToken))

  test("with a cookie of another secret is rejected", async () => {
    const { cookie, csrfToken } = await issued("e".repeat(32))
    await rejected(cookie, csrfToken)
  })

  test.each<[string, (cookie: string, token: string) => [cookie: string, token: string]]>([
    ["no hash", (_, token) => [token, token]],
    ["an empty token", (cookie) => [`|${cookie.split("|")[1]}`, ""]],
    ["a part more", (cookie, token) => [`${cookie}|x`, token]],
    ["a token cut short", (cookie, token) => [`${token.slice(0, 32)}|${cookie.split("|")[1]}`, token.slice(0, 32)]],
  ])("rejects a cookie of %s (threat 32)", async (_, change) => {
    const { cookie, csrfToken } = await issued()
    await rejected(...change(cookie, csrfToken))
  })

  test("rejects another site's page even with the right token (threat 41)", async () => {
    const { cookie, csrfToken } = await issued()
    const eve = cookieClient(createService(), new Map([[CSRF, { value: cookie }]]))
    const answer = await eve.post("/callback/credentials", { ...ADA, csrfToken }, { origin: "https://blog.app.test" })
    expect(answer.status).toBe(403)
  })
})
