import { createECDH, createHash, hkdfSync } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import { afterEach, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { Passkey } from "../../providers/passkey.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { mintSession } from "../../testing/index.ts"
import { errorParam } from "../../test-kit/oauth-service.ts"

// The test vectors of WebAuthn Level 3, section 16. All their values but the signatures are derived from their name
// (section 16.1), so this file derives them too. The signatures verify only if every byte is as in the specification

const ORIGIN = "https://example.org"

/** Vectors that a site accepts, and their signatures in hexadecimal. */
const ACCEPTED = {
  "none.ES256":
    "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87",
  "packed-self.ES256":
    "304402203310b9431903c401f1be2bdc8d23a4007682dbbddcf846994947b7f465daf84002204e94dd00047b316061b3b99772b7efd95994a83ef584b3b6b825ea3550251b66",
} as const

/** The statement of the authenticator's own signature in `packed-self.ES256`. */
const SELF_ATTESTATION =
  "30440220067a20754ab925005dbf378097c92120031581c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d"

interface Vector {
  name: string
  idBytes?: number
  client?: object
  attStmt?: Map<string, unknown>
}

/** Derives the two responses of a vector. */
function derive({ name, idBytes = 32, client = { crossOrigin: false }, attStmt = new Map() }: Vector) {
  let salt = 0
  const next = (length: number) =>
    Buffer.from(hkdfSync("sha256", "WebAuthn test vectors", Buffer.from([salt++]), name, length))
  const clientData = (type: string, challenge: Buffer) => {
    const hasMore = ((next(1)[0] ?? 0) & 1) === 1
    const more = `clientDataJSON may be extended with additional fields in the future, such as this: `
    const extraData = hasMore && { extraData: more + next(16).toString("base64url") }
    const said = { type, challenge: challenge.toString("base64url"), origin: ORIGIN, ...client, ...extraData }
    return Buffer.from(JSON.stringify(said))
  }
  const domain = createHash("sha256").update("example.org").digest()
  const data = (flags: number) => Buffer.concat([domain, Buffer.from([flags, 0, 0, 0, 0])])

  const challenge = next(32)
  const ecdh = createECDH("prime256v1")
  ecdh.setPrivateKey(next(32))
  const point = ecdh.getPublicKey()
  const created = clientData("webauthn.create", challenge)
  const aaguid = next(16)
  const id = next(idBytes)
  const bits = (next(1)[0] ?? 0) & 0x1c // user verified 4, backup eligible 8, backed up 16
  const eligible = bits & 8
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(point.subarray(1, 33))],
    [-3, new Uint8Array(point.subarray(33))],
  ])
  const authData = Buffer.concat([
    data(0x41 | (eligible ? bits : bits & 4)),
    aaguid,
    Buffer.from([idBytes >> 8, idBytes & 255]),
    id,
    isoCBOR.encode(key),
  ])
  const statement = new Map<string, unknown>([
    ["fmt", attStmt.size > 0 ? "packed" : "none"],
    ["attStmt", attStmt],
    ["authData", new Uint8Array(authData)],
  ])
  const askedAgain = next(32)
  const used = clientData("webauthn.get", askedAgain)
  const usedBits = (next(1)[0] ?? 0) & (eligible ? 0x14 : 4)
  const object = isoCBOR.encode(statement as Map<string, string>) // values of any CBOR type
  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" }
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")
  return {
    challenge,
    askedAgain,
    registration: { ...credential, response: { clientDataJSON: text(created), attestationObject: text(object) } },
    assertion: (signature: string, userHandle: string) => ({
      ...credential,
      response: {
        clientDataJSON: text(used),
        authenticatorData: text(data(1 | eligible | usedBits)),
        signature: text(Buffer.from(signature, "hex")),
        userHandle,
      },
    }),
  }
}

afterEach(() => vi.restoreAllMocks())

/** Makes the next challenge the vector's. */
function nextChallenge(challenge: Buffer): void {
  const original = crypto.getRandomValues.bind(crypto)
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (!(array instanceof Uint8Array) || array.length !== challenge.length) return original(array)
    array.set(challenge)
    return array
  })
}

/** A user of `example.org`, who adds the vector's passkey and signs in with it. */
async function openSite(vector: Vector) {
  const adapter = MemoryAdapter()
  const config = {
    providers: [Passkey({ userVerification: "preferred" })], // most vectors don't verify the user
    adapter,
    secret: "s".repeat(32),
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  }
  const env = { AUTH_URL: `${ORIGIN}/auth` }
  const auth = createAuth(config, { env })
  const derived = derive(vector)
  const ask = async (browser: ReturnType<typeof cookieClient>, action: string, challenge: Buffer) => {
    await browser.csrfToken()
    nextChallenge(challenge)
    const { options } = (await (await browser.get(`/webauthn-options?action=${action}`)).json()) as {
      options: { challenge: string; user?: { id: string } }
    }
    vi.restoreAllMocks()
    expect(options.challenge).toBe(challenge.toString("base64url"))
    return options
  }
  const post = async (browser: ReturnType<typeof cookieClient>, action: string, answer: object) =>
    errorParam(
      await browser.post("/callback/passkey", {
        csrfToken: await browser.csrfToken(),
        action,
        data: JSON.stringify(answer),
      }),
    )
  const { cookie } = await mintSession(config, { email: "ada@example.org" }, { url: `${ORIGIN}/auth` })
  const owner = cookieClient(auth, new Map(), `${ORIGIN}/auth`)
  for (const pair of cookie.split("; ")) {
    const [name = "", value = ""] = pair.split("=")
    owner.jar.set(name, { value: decodeURIComponent(value) })
  }
  return {
    register: async () => {
      const { user } = await ask(owner, "register", derived.challenge)
      return { error: await post(owner, "register", derived.registration), handle: user?.id ?? "" }
    },
    signIn: async (signature: string, handle: string) => {
      const browser = cookieClient(auth, new Map(), `${ORIGIN}/auth`)
      await ask(browser, "authenticate", derived.askedAgain)
      return post(browser, "authenticate", derived.assertion(signature, handle))
    },
  }
}

const SELF = new Map<string, unknown>([
  ["alg", -7],
  ["sig", new Uint8Array(Buffer.from(SELF_ATTESTATION, "hex"))],
])

test.each([
  ["none.ES256", undefined],
  ["packed-self.ES256", SELF],
] as const)("registers and verifies the vector %s, and no signature with another bit", async (name, attStmt) => {
  const signature = ACCEPTED[name]
  const forged = signature.slice(0, -1) + (signature.endsWith("7") ? "6" : "7")
  for (const [given, wanted] of [
    [signature, null],
    [forged, "WebAuthnVerificationError"],
  ] as const) {
    const site = await openSite({ name, ...(attStmt && { attStmt }) }) // a challenge works once
    const { error, handle } = await site.register()
    expect(error).toBeNull()
    expect(await site.signIn(given, handle)).toBe(wanted)
  }
})

test("registers the vector none.ES256.long-credential-id, whose id has 1023 bytes", async () => {
  const site = await openSite({ name: "none.ES256.long-credential-id", idBytes: 1023 })
  expect((await site.register()).error).toBeNull()
})

test.each([
  ["none.ES256.crossOrigin", { crossOrigin: true }],
  ["none.ES256.topOrigin", { crossOrigin: true, topOrigin: "https://example.com" }],
] as const)("rejects the vector %s, which another site's page made", async (name, client) => {
  expect((await (await openSite({ name, client })).register()).error).toBe("WebAuthnVerificationError")
})
