import { createHash, createHmac } from "node:crypto"
import { exportPKCS8, generateKeyPair, jwtVerify } from "jose"
import { describe, expect, test } from "vitest"
import { isErrorResponse, rejectWhen, renameTokens } from "./responses.ts"
import { appleClientSecret } from "./apple.ts"
import { useDataCenter, signRequest, verifyShopSignature } from "./callbacks.ts"
import { entraEndpoints, entraPhoto, tenantIssuer } from "./entra.ts"
import { absoluteUrl, discordAvatar, unescapeUrl, zoomVerified } from "./fields.ts"
import { md5 } from "./md5.ts"

const TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47"
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad"
const MICROSOFT = "https://login.microsoftonline.com"

describe("Apple's client secret", async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true })
  const pem = await exportPKCS8(privateKey)
  const now = Date.UTC(2026, 10, 21)

  test("is a JWT of the team, for the client, signed with its key", async () => {
    const make = appleClientSecret({ teamId: "TEAM", keyId: "KEY", privateKey: pem })
    const { payload, protectedHeader } = await jwtVerify(await make({ clientId: "app.example", now }), publicKey, {
      audience: "https://appleid.apple.com",
      currentDate: new Date(now),
    })
    expect(protectedHeader).toEqual({ alg: "ES256", kid: "KEY" })
    expect(payload).toMatchObject({ iss: "TEAM", sub: "app.example", iat: now / 1000 })
  })

  test("is kept until shortly before it expires, and never longer", async () => {
    const make = appleClientSecret({ teamId: "TEAM", keyId: "KEY", privateKey: pem })
    const first = await make({ clientId: "a", now })
    expect(await make({ clientId: "a", now: now + 3_200_000 })).toBe(first)
    expect(await make({ clientId: "a", now: now + 3_400_000 })).not.toBe(first)
    expect(await make({ clientId: "b", now })).not.toBe(first)
  })

  test("accepts a key with escaped line breaks", async () => {
    const make = appleClientSecret({ teamId: "T", keyId: "K", privateKey: pem.replaceAll("\n", "\\n") })
    await expect(make({ clientId: "a", now })).resolves.toMatch(/^ey/)
  })

  test("fails with a broken key, each time again", async () => {
    const make = appleClientSecret({ teamId: "T", keyId: "K", privateKey: "nonsense" })
    await expect(make({ clientId: "a", now })).rejects.toThrow()
    await expect(make({ clientId: "a", now })).rejects.toThrow()
  })
})

describe("Entra's issuers", () => {
  test.each<[string, string, unknown, boolean]>([
    ["common", `${MICROSOFT}/${TENANT}/v2.0`, TENANT, true],
    ["common", `${MICROSOFT}/${CONSUMERS}/v2.0`, CONSUMERS, true],
    ["organizations", `${MICROSOFT}/${TENANT}/v2.0`, TENANT, true],
    ["organizations", `${MICROSOFT}/${CONSUMERS}/v2.0`, CONSUMERS, false],
    ["consumers", `${MICROSOFT}/${CONSUMERS}/v2.0`, CONSUMERS, true],
    ["consumers", `${MICROSOFT}/${TENANT}/v2.0`, TENANT, false],
    ["common", `${MICROSOFT}/${CONSUMERS}/v2.0`, TENANT, false],
    ["common", `https://evil.example/${TENANT}/v2.0`, TENANT, false],
    ["common", `${MICROSOFT}/../evil/v2.0`, "../evil", false],
    ["common", `${MICROSOFT}/undefined/v2.0`, undefined, false],
    ["constructor", `${MICROSOFT}/${TENANT}/v2.0`, TENANT, false],
  ])("%s accepts %s with tid %s: %j", (tenants, issuer, tid, accepted) => {
    expect(tenantIssuer(MICROSOFT, tenants)(issuer, { tid })).toBe(accepted)
  })

  test("are ordinary for one tenant", () => {
    expect(entraEndpoints(`${MICROSOFT}/${TENANT}/v2.0`)).toMatchObject({ issuer: `${MICROSOFT}/${TENANT}/v2.0` })
    expect(entraEndpoints(`${MICROSOFT}/${TENANT}/v2.0`)).not.toHaveProperty("acceptsIssuer")
  })

  test("come from the discovery document for a domain or another cloud", () => {
    expect(entraEndpoints(`${MICROSOFT}/contoso.com/v2.0`)).toEqual({
      wellKnown: `${MICROSOFT}/contoso.com/v2.0/.well-known/openid-configuration`,
    })
    const china = `https://login.partner.microsoftonline.cn/${TENANT}/v2.0`
    expect(entraEndpoints(china)).toEqual({ issuer: china })
  })

  test("allow reading a photo only if its size is set, and work without one", async () => {
    const context = { extra: {}, form: {}, fetch: async () => new Response(new Uint8Array([1, 2, 3])) }
    expect(entraPhoto(undefined)).toEqual({})
    expect(await entraPhoto(48).refine?.({ id: "1" }, { access_token: "t" }, context)).toEqual({
      id: "1",
      image: "data:image/jpeg;base64,AQID",
    })
    const none = { ...context, fetch: async () => new Response(null, { status: 404 }) }
    expect(await entraPhoto(48).refine?.({ id: "1" }, {}, none)).toEqual({ id: "1", image: null })
  })
})

describe("responses", () => {
  test.each<[object, string, boolean]>([
    [{ errcode: 40029 }, "errcode", true],
    [{ errcode: 0 }, "errcode", false],
    [{}, "errcode", false],
    [{ ok: false }, "ok=false", true],
    [{ ok: true }, "ok=false", false],
    [{ error: { code: "ok" } }, "error.code!=ok", false],
    [{ error: { code: "access_token_invalid" } }, "error.code!=ok", true],
    [{ state: "blocked" }, "state!=active", true],
    [{ state: "active" }, "state!=active", false],
  ])("treat %j as an error by %s: %j", (body, errorWhen, expected) =>
    expect(isErrorResponse({ ...body }, errorWhen)).toBe(expected),
  )

  test("get an error status if an error has a success status, without the field that means success", async () => {
    const transformResponse = rejectWhen("error")
    expect((await transformResponse(Response.json({ error: -14, id: "1" })))?.status).toBe(400)
    expect(await (await transformResponse(Response.json({ error: 0, id: "1" })))?.json()).toEqual({ id: "1" })
    expect(await transformResponse(new Response("nonsense"))).toBeUndefined()
    expect(await transformResponse(Response.json({}, { status: 500 }))).toBeUndefined()
  })

  test("keep a field of the profile that is also named like an error", async () => {
    const answer = await rejectWhen("state!=active")(Response.json({ state: "active", id: 1 }))
    expect(answer === undefined || "state" in (await answer.json())).toBe(true)
  })

  test("get the standard token names", async () => {
    const answer = await renameTokens({ accessToken: "access_token" })(
      Response.json({ accessToken: "a", other: 1 }, { status: 201 }),
    )
    expect(answer?.status).toBe(201)
    expect(await answer?.json()).toEqual({ access_token: "a", other: 1 })
  })
})

describe("callbacks", () => {
  const provider = {
    id: "zoho",
    name: "Zoho",
    type: "oauth" as const,
    clientSecret: "hush",
    token: { url: "https://accounts.zoho.com/oauth/v2/token", method: "POST" as const },
    userinfo: "https://accounts.zoho.com/oauth/user/info",
  }
  const follow = useDataCenter("accounts-server", "https://accounts.zoho.com", ["https://accounts.zoho.eu"])

  test("continue at the data center that they name", async () => {
    expect(await follow(new URLSearchParams({ "accounts-server": "https://accounts.zoho.eu" }), provider)).toEqual({
      token: { url: "https://accounts.zoho.eu/oauth/v2/token", method: "POST" },
      userinfo: { url: "https://accounts.zoho.eu/oauth/user/info" },
    })
    expect(await follow(new URLSearchParams(), provider)).toBeUndefined()
  })

  test("continue at no other host (threat 101)", () => {
    const evil = ["https://evil.example", "https://accounts.zoho.eu.evil.example", "https://accounts.zoho.eu/", ""]
    for (const server of evil)
      expect(() => follow(new URLSearchParams({ "accounts-server": server }), provider)).toThrow("data center")
  })

  const signed = (parameters: Record<string, string>, secret = "hush") => {
    const message = Object.entries(parameters)
      .sort()
      .map(([name, value]) => `${name}=${value}`)
      .join("&")
    return new URLSearchParams({ ...parameters, hmac: createHmac("sha256", secret).update(message).digest("hex") })
  }

  test("of a shop must be signed with the client secret", async () => {
    const check = verifyShopSignature("a.myshopify.com")
    const good = { code: "1", shop: "a.myshopify.com", state: "s", timestamp: "1" }
    await expect(check(signed(good), provider)).resolves.toBeUndefined()
    await expect(check(signed(good, "other"), provider)).rejects.toThrow("not signed")
    await expect(check(signed({ ...good, shop: "b.myshopify.com" }), provider)).rejects.toThrow("not signed")
    await expect(check(new URLSearchParams(good), provider)).rejects.toThrow("not signed")
    const changed = signed(good)
    changed.set("code", "2")
    await expect(check(changed, provider)).rejects.toThrow("not signed")
    const longer = signed(good)
    longer.set("hmac", `${longer.get("hmac") ?? ""}00`)
    await expect(check(longer, provider)).rejects.toThrow("not signed")
  })
})

describe("profile fields", () => {
  test("contain Discord's avatar: a hash, an animation, or one of six", () => {
    expect(discordAvatar({ id: "80351110224678912", avatar: "h" })).toBe(
      "https://cdn.discordapp.com/avatars/80351110224678912/h.png",
    )
    expect(discordAvatar({ id: "80351110224678912", avatar: "a_h" })).toMatch(/a_h\.gif$/)
    expect(discordAvatar({ id: "80351110224678912", avatar: null })).toBe(
      "https://cdn.discordapp.com/embed/avatars/5.png",
    )
    expect(discordAvatar({ id: "../x", avatar: "h" })).toBeUndefined()
  })

  test("contain unescaped URLs, and no placeholders", () => {
    expect(unescapeUrl("https://x/?a=1&amp;b=2")).toBe("https://x/?a=1&b=2")
    expect(unescapeUrl(undefined)).toBeUndefined()
    expect(absoluteUrl("avatar/athlete/large.png")).toBeUndefined()
    expect(absoluteUrl("https://x/1.png")).toBe("https://x/1.png")
  })

  test.each<[object, boolean]>([
    [{ verified: 1, login_types: [100] }, true],
    [{ verified: 1, login_types: [1] }, false],
    [{ verified: 0, login_types: [100] }, false],
    [{ verified: 1 }, false],
  ])("contain Zoom's flag in %j: %j", (profile, expected) => expect(zoomVerified({ ...profile })).toBe(expected))
})

describe("MD5", () => {
  // RFC 1321, appendix A.5
  test.each([
    ["", "d41d8cd98f00b204e9800998ecf8427e"],
    ["a", "0cc175b9c0f1b6a831c399e269772661"],
    ["message digest", "f96b697d7cb7938d525a2f31aaf161d0"],
    [
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a",
    ],
  ])("of %j", (text, digest) => expect(md5(text)).toBe(digest))

  test("agrees with the platform at every block boundary", () => {
    for (const length of [54, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
      const text = "é".repeat(length)
      expect(md5(text)).toBe(createHash("md5").update(text).digest("hex"))
    }
  })

  test("signs a request in Odnoklassniki's format", () => {
    const hash = (text: string) => createHash("md5").update(text).digest("hex")
    const wanted = hash(`application_key=PUBformat=jsonmethod=users.getCurrentUser${hash("tokensecret")}`)
    expect(
      signRequest({ method: "users.getCurrentUser", format: "json", application_key: "PUB" }, "token", "secret"),
    ).toBe(wanted)
  })
})
