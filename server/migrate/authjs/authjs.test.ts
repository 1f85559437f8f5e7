import { decode as authjsDecode, encode as authjsEncode, getToken as authjsGetToken } from "@auth/core/jwt"
import { describe, expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import type { Env } from "../../core/config/env.ts"
import { CHUNK_LENGTH } from "../../core/cookies/jar.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import { authjsInstallation } from "../fixtures/authjs-installation.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { authjs, decode, encode, getToken } from "./index.ts"

const SESSION = "__Secure-authjs.session-token"
const secret = "s".repeat(32)
const oldSecret = "o".repeat(32)

/** Creates an app that has swapped its import. */
const createMigratedService = (config: Partial<AuthConfig> = {}, env?: Env) =>
  passwordService({ ...authjs(), ...config }, env)
const latchkitSealed = () => createMigratedService(authjs({ seal: "latchkit" }))
const person = { name: "Ada", email: "ada@example.com", sub: "1", role: "editor" }

test.each([
  ["https", "https://app.test/auth", "__Secure-authjs.", "__Host-authjs.csrf-token"],
  ["http", "http://app.test/auth", "authjs.", "authjs.csrf-token"],
])("names the cookies like Auth.js on %s, unless the app sets a name", async (_, url, prefix, csrf) => {
  const cookies = { callbackUrl: { name: "where-to" } }
  const ada = cookieClient(createMigratedService({ cookies }, { AUTH_URL: url }), undefined, url)
  await ada.get("/signin?callbackUrl=/private")
  await ada.signInWith("credentials", ADA)
  expect([...ada.jar.keys()]).toEqual(expect.arrayContaining([csrf, `${prefix}session-token`, "where-to"]))
})

test("accepts a slash at the end of an action's path, as Auth.js does", async () => {
  for (const path of ["/session/", "/csrf/", "/signin/"])
    expect([
      (await cookieClient(createMigratedService()).get(path)).status,
      (await cookieClient(passwordService()).get(path)).status,
    ]).toEqual([200, 404])
})

describe("a user who is signed in with Auth.js", () => {
  test("stays signed in after the app swaps its import, and after it switches back", async () => {
    const before = authjsInstallation().browser()
    await before.signInWith("credentials", ADA)
    const after = cookieClient(createMigratedService(), before.jar)
    expect(await signedInName(after)).toBe("ada@example.com")
    expect(await signedInName(authjsInstallation().browser(after.jar))).toBe("ada@example.com")
  })

  test("stays signed in if the session fills several cookies", async () => {
    const token = await authjsEncode({ token: { ...person, note: "x".repeat(6000) }, secret, salt: SESSION })
    const ada = cookieClient(createMigratedService())
    for (let index = 0; index * CHUNK_LENGTH < token.length; index++) {
      const value = token.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH)
      ada.jar.set(`${SESSION}.${index}`, { value })
    }
    expect(ada.jar.size).toBeGreaterThan(1)
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("stays signed in with a secret that was rotated since", async () => {
    const token = await authjsEncode({ token: person, secret: oldSecret, salt: SESSION })
    const ada = cookieClient(
      createMigratedService({ secret: [secret, oldSecret] }),
      new Map([[SESSION, { value: token }]]),
    )
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("keeps the claims that the app put into the token", async () => {
    const token = await authjsEncode({ token: person, secret, salt: SESSION })
    const seen: unknown[] = []
    const jwt = ({ token }: { token: JWT }) => (seen.push(token), token)
    await signedInName(
      cookieClient(createMigratedService({ callbacks: { jwt } }), new Map([[SESSION, { value: token }]])),
    )
    expect(seen).toEqual([expect.objectContaining(person)])
  })

  test("can sign out of Latchkit", async () => {
    const before = authjsInstallation().browser()
    await before.signInWith("credentials", ADA)
    const after = cookieClient(createMigratedService(), before.jar)
    await after.post("/signout", { csrfToken: await after.csrfToken() })
    expect(after.cookie(SESSION)).toBeUndefined()
  })
})

describe("a user who signs in with Latchkit", () => {
  test("is signed in on an instance that still runs Auth.js", async () => {
    const after = cookieClient(createMigratedService())
    await after.signInWith("credentials", ADA)
    expect(await signedInName(authjsInstallation().browser(after.jar))).toBe("ada@example.com")
  })

  test("has a token that @auth/core/jwt decodes and finds in a request", async () => {
    const ada = cookieClient(createMigratedService())
    await ada.signInWith("credentials", ADA)
    const token = ada.cookie(SESSION)?.value ?? ""
    const req = { headers: { cookie: ada.cookieHeader() } }
    const claims = expect.objectContaining({ sub: "1", email: "ada@example.com", jti: expect.any(String) })
    expect(await authjsDecode({ token, secret, salt: SESSION })).toEqual(claims)
    expect(await authjsGetToken({ req, secret, secureCookie: true })).toEqual(claims)
    expect(await getToken({ req, secret })).toEqual(claims)
  })

  test("gets a token in Latchkit's format if the app asks for it, which Auth.js can't open", async () => {
    const ada = cookieClient(latchkitSealed())
    await ada.signInWith("credentials", ADA)
    expect(await signedInName(ada)).toBe("ada@example.com")
    expect(await signedInName(cookieClient(createMigratedService(), ada.jar))).toBe("ada@example.com")
    expect(await signedInName(authjsInstallation().browser(new Map(ada.jar)))).toBeNull()
    const req = { headers: { cookie: ada.cookieHeader() } }
    expect(await getToken({ req, secret, site: "https://app.test" })).toMatchObject({ sub: "1" })
    expect(await getToken({ req, secret, site: "https://preview.test" })).toBeNull()
  })

  test("keeps an old token until it is refreshed, even if new ones have Latchkit's format", async () => {
    const before = authjsInstallation().browser()
    await before.signInWith("credentials", ADA)
    expect(await signedInName(cookieClient(latchkitSealed(), before.jar))).toBe("ada@example.com")
  })
})

test("opens a token with A256GCM", async () => {
  const { hkdf } = await import("@panva/hkdf")
  const { EncryptJWT } = await import("jose")
  const key = await hkdf("sha256", secret, SESSION, `Auth.js Generated Encryption Key (${SESSION})`, 32)
  const sealed = new EncryptJWT(person).setProtectedHeader({ alg: "dir", enc: "A256GCM" })
  const token = await sealed.setIssuedAt().setExpirationTime("1h").encrypt(key)
  expect(await authjsDecode({ token, secret, salt: SESSION })).toMatchObject(person)
  expect(await signedInName(cookieClient(createMigratedService(), new Map([[SESSION, { value: token }]])))).toBe(
    "ada@example.com",
  )
})

test("encode and decode are compatible with @auth/core/jwt in both directions and across a rotation", async () => {
  const ours = await encode({ token: person, secret: [secret, oldSecret], salt: "cookie" })
  expect(await authjsDecode({ token: ours, secret, salt: "cookie" })).toMatchObject(person)
  const theirs = await authjsEncode({ token: person, secret: oldSecret, salt: "cookie" })
  expect(await decode({ token: theirs, secret: [secret, oldSecret], salt: "cookie" })).toMatchObject(person)
  expect(await decode({ token: "", secret, salt: "cookie" })).toBeNull()
  await expect(decode({ token: theirs, secret, salt: "cookie" })).rejects.toThrow("another secret")
})

describe("the CSRF cookie", () => {
  test("of an Auth.js page is valid for a form posted to Latchkit", async () => {
    const ada = authjsInstallation().browser()
    const csrfToken = await ada.csrfToken()
    const here = cookieClient(createMigratedService(), ada.jar)
    await here.post("/callback/credentials", { ...ADA, csrfToken })
    expect(await signedInName(here)).toBe("ada@example.com")
  })

  test("of a Latchkit page is valid for a form posted to Auth.js", async () => {
    const ada = cookieClient(createMigratedService())
    const csrfToken = await ada.csrfToken()
    const there = authjsInstallation().browser(ada.jar)
    await there.post("/callback/credentials", { ...ADA, csrfToken })
    expect(await signedInName(there)).toBe("ada@example.com")
  })

  test.each([
    ["before a rotation", [oldSecret], [secret, oldSecret]],
    ["during one", [secret, oldSecret], [secret, oldSecret]],
    ["before the last of two", [oldSecret, "z".repeat(32)], [secret, oldSecret, "z".repeat(32)]],
  ])("of an Auth.js page created %s is valid", async (_, then, now) => {
    const ada = authjsInstallation({ secret: then }).browser()
    const csrfToken = await ada.csrfToken()
    const here = cookieClient(createMigratedService({ secret: now }), ada.jar)
    expect(await here.csrfToken()).toBe(csrfToken)
  })

  test("of Latchkit with several secrets is valid in Auth.js with the same ones", async () => {
    const ada = cookieClient(createMigratedService({ secret: [secret, oldSecret] }))
    const csrfToken = await ada.csrfToken()
    expect(
      await authjsInstallation({ secret: [secret, oldSecret] })
        .browser(ada.jar)
        .csrfToken(),
    ).toBe(csrfToken)
  })
})
