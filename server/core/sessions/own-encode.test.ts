import { createHmac } from "node:crypto"
import { describe, expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { decode, encode, type DecodeParams, type EncodeParams, type JWT } from "../../jwt.ts"
import { authjs, decode as authjsDecode, encode as authjsEncode } from "../../migrate/authjs/index.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const COOKIE = "__Host-latchkit.session-token"
const secret = "s".repeat(32)

async function signInAda(config: Partial<AuthConfig>, url = "https://app.test/auth") {
  const ada = cookieClient(passwordService(config, { AUTH_URL: url }), new Map(), url)
  await ada.signInWith("credentials", ADA)
  return ada
}

/** Signs a token as the `jsonwebtoken` package does, and leaves its claims unchanged. */
const sign = (token: object) => {
  const text = Buffer.from(JSON.stringify(token)).toString("base64url")
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`
}
const verify = (signed = ""): JWT | null => {
  const token = JSON.parse(Buffer.from(signed.split(".")[0] ?? "", "base64url").toString()) as JWT
  return sign(token) === signed ? token : null
}
const signing = {
  encode: ({ token }: EncodeParams) => sign({ ...token }),
  decode: ({ token }: DecodeParams) => verify(token),
}

describe("an app's own jwt.encode", () => {
  test.each<[string, AuthConfig["jwt"]]>([
    ["that wraps ours", { encode: (params) => encode({ ...params, token: { ...params.token, plan: "pro" } }) }],
    ["that wraps ours, with a decode that wraps ours", { encode, decode: (params) => decode(params) }],
    [
      "that wraps ours and leaves the site out",
      {
        encode: ({ token, ...rest }) =>
          encode({ ...rest, token: { sub: token?.sub ?? "", email: token?.email ?? "" } }),
      },
    ],
    ["that only signs, with a decode that only verifies", signing],
  ])("signs users in and keeps them signed in: %s", async (_, jwt) => {
    const ada = await signInAda({ jwt, session: { updateAge: 0 } })
    for (let visit = 0; visit < 3; visit++) expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test.each<[string, AuthConfig["jwt"]]>([
    ["wrapping ours", { encode }],
    ["wrapping both of ours", { encode, decode }],
    ["only signing", signing],
  ])("seals tokens that open nothing on another site with the same secret: %s (threat 182)", async (_, jwt) => {
    const ada = await signInAda({ jwt }, "https://preview.test/auth")
    expect(await signedInName(cookieClient(passwordService({ jwt }), ada.jar))).toBeNull()
  })

  test("opens no session if it returns no string, and the error says so", async () => {
    for (const result of [undefined, "", 42, {}]) {
      const error = vi.fn()
      const ada = await signInAda({ jwt: { encode: () => result as string }, logger: { error } })
      expect(ada.cookie(COOKIE)).toBeUndefined()
      expect(String(error.mock.calls[0]?.[0])).toContain("`jwt.encode` returned")
    }
  })

  test.each<[string, Partial<AuthConfig>, unknown]>([
    ["a text", { secret }, secret],
    ["a list", { secret: [secret, "o".repeat(32)] }, [secret, "o".repeat(32)]],
    ["a text under the Auth.js preset", { ...authjs(), secret }, secret],
    ["a list under the Auth.js preset", { ...authjs(), secret: [secret] }, [secret]],
  ])("receives the secret in the form that the app set: %s", async (_, config, expected) => {
    const given: unknown[] = []
    const jwt: AuthConfig["jwt"] = {
      encode: (params) => (given.push(params.secret), authjsEncode(params)),
      decode: (params) => (given.push(params.secret), authjsDecode(params)),
    }
    const ada = await signInAda({ ...config, jwt })
    expect(await signedInName(ada)).toBe("ada@example.com")
    expect(given.length).toBeGreaterThan(1)
    for (const one of given) expect(one).toEqual(expected)
  })

  test("receives AUTH_SECRET as a list, as in Auth.js v5, or as a string, as in next-auth 4", async () => {
    for (const [version, expected] of [
      [5, [secret]],
      [4, secret],
    ] as const) {
      const encode = vi.fn(() => "x")
      const env = { AUTH_URL: "https://app.test/auth", AUTH_SECRET: secret }
      const auth = passwordService({ ...authjs({ version }), secret: undefined, jwt: { encode } }, env)
      await cookieClient(auth).signInWith("credentials", ADA)
      expect(encode).toHaveBeenCalledWith(expect.objectContaining({ secret: expected }))
    }
  })
})

describe("an app's own jwt.decode", () => {
  const opened = (result: unknown, config: Partial<AuthConfig> = {}, error = vi.fn()) => {
    const jwt = { encode: () => "x", decode: () => result as JWT | null }
    const ada = cookieClient(
      passwordService({ jwt, logger: { error }, ...config }),
      new Map([[COOKIE, { value: "x" }]]),
    )
    return signedInName(ada)
  }
  const now = Math.floor(Date.now() / 1000)
  const live = { email: "ada@example.com", iat: now, exp: now + 60 }

  test.each<[string, unknown]>([
    ["true", true],
    ["a text", "x"],
    ["a list", []],
    ["a number", 1],
    ["undefined", undefined],
    ["an empty object", {}],
    ["a token without exp", { email: "ada@example.com" }],
    ["a token whose exp is a text", { ...live, exp: String(live.exp) }],
    ["a token whose exp is NaN", { ...live, exp: NaN }],
  ])("opens no session if it returns %s, and the error says what to return", async (_, result) => {
    const error = vi.fn()
    expect(await opened(result, {}, error)).toBeNull()
    expect(String(error.mock.calls[0]?.[0])).toContain("`jwt.decode` returned")
  })

  test("opens no session with an expired token, and doesn't extend the token", async () => {
    expect(await opened(live)).toBe("ada@example.com")
    expect(await opened({ ...live, exp: now - 60 })).toBeNull()
    const jwt = { encode: () => "y", decode: () => ({ ...live, exp: now - 60 }) }
    const ada = cookieClient(passwordService({ jwt, session: { updateAge: 0 } }), new Map([[COOKIE, { value: "x" }]]))
    await ada.get("/session")
    expect(ada.cookie(COOKIE)).toBeUndefined()
  })

  test("opens no session if it returns null, without logging an error", async () => {
    const error = vi.fn()
    expect(await opened(null, {}, error)).toBeNull()
    expect(error).not.toHaveBeenCalled()
  })

  test("may return the app's own audience, but not another site's", async () => {
    expect(await opened({ ...live, aud: "our-api" })).toBe("ada@example.com")
    expect(await opened({ ...live, aud: "https://app.test/auth" })).toBe("ada@example.com")
    expect(await opened({ ...live, aud: "https://preview.test/auth" })).toBeNull()
  })
})

test("keeps a token open that never expires under the Auth.js preset, as Auth.js does", async () => {
  const jwt = {
    encode: ({ token }: EncodeParams) => sign({ ...token }),
    decode: ({ token }: DecodeParams) => verify(token),
  }
  const name = "__Secure-authjs.session-token"
  const before = sign({ name: "Ada", email: "ada@example.com", sub: "1" })
  const ada = cookieClient(passwordService({ ...authjs(), jwt }), new Map([[name, { value: before }]]))
  for (let visit = 0; visit < 3; visit++) expect(await signedInName(ada)).toBe("ada@example.com")
})
