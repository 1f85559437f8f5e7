import { execFileSync } from "node:child_process"
import { generateKeyPairSync, sign, verify } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, test, vi } from "vitest"
import { AsnParser, ECDSASigValue } from "../../.build/ecdsa-signature.ts"
import { bundleModule } from "../../.build/webauthn.ts"

const folder = await mkdtemp(join(tmpdir(), "latchkit-webauthn-"))
const file = join(folder, "webauthn.mjs")
const { code } = await bundleModule("server/providers/passkey-library.ts")
await writeFile(file, code)
afterAll(() => rm(folder, { recursive: true }))

// The package contains the bundle, and the unit tests run the library. So the same tests run the bundle here
vi.doMock("../../server/providers/passkey-library.ts", () => import(pathToFileURL(file).href) as Promise<object>)

describe("the bundled WebAuthn library", async () => {
  await import("../../server/features/passkeys/test-vectors.test.ts")
  await import("../../server/features/passkeys/passkey.test.ts")
  await import("../../server/features/passkeys/passkey.attacks.test.ts")

  test("is what those tests ran", async () => {
    const loaded: object = await import("../../server/providers/passkey-library.ts")
    const { verifyRegistrationResponse } = (await import(pathToFileURL(file).href)) as Record<string, unknown>
    expect(loaded).toMatchObject({ verifyRegistrationResponse })
  })

  test("changes no global, and compiles no code at run time", () => {
    const before = "const before = Object.getOwnPropertyNames(Reflect).length + Object.keys(globalThis).length"
    const after = "Object.getOwnPropertyNames(Reflect).length + Object.keys(globalThis).length - before"
    const script = `${before}; await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(${after})`
    const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", script]
    expect(execFileSync(process.execPath, flags, { encoding: "utf8" })).toBe("0\n")
    expect(code).not.toMatch(/\beval\(|\bFunction\(/)
  })
})

const DATA = Buffer.from("what an authenticator signs")
const read = (signature: Uint8Array) => AsnParser.parse(signature, ECDSASigValue)

test.each([
  ["P-256", 32],
  ["P-384", 48],
  ["P-521", 66],
])("reads signatures of %s", (namedCurve, size) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve })
  const toFixedSize = (integer: Uint8Array) => Buffer.concat([Buffer.alloc(size), integer]).subarray(-size)
  for (let run = 0; run < 50; run++) {
    const { r, s } = read(sign("sha256", DATA, privateKey))
    const signature = Buffer.concat([toFixedSize(r), toFixedSize(s)])
    expect(verify("sha256", DATA, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature)).toBe(true)
  }
})

const SIGNATURE = [0x30, 0x06, 0x02, 0x01, 0x05, 0x02, 0x01, 0x07]

test("reads the integers of a signature as they are", () => {
  expect(read(Uint8Array.from(SIGNATURE))).toEqual({ r: Uint8Array.of(5), s: Uint8Array.of(7) })
})

const REJECTED: [what: string, bytes: number[]][] = [
  ["nothing", []],
  ["no sequence", [0x31, ...SIGNATURE.slice(1)]],
  ["no integer", [0x30, 0x06, 0x03, 0x01, 0x05, 0x02, 0x01, 0x07]],
  ["one integer", [0x30, 0x03, 0x02, 0x01, 0x05]],
  ["three integers", [0x30, 0x09, ...SIGNATURE.slice(2), 0x02, 0x01, 0x09]],
  ["an empty integer", [0x30, 0x05, 0x02, 0x00, 0x02, 0x01, 0x07]],
  ["an integer beyond its sequence", [0x30, 0x06, 0x02, 0x01, 0x05, 0x02, 0x02, 0x07]],
  ["bytes after the sequence", [...SIGNATURE, 0x00]],
  ["a length that isn't the shortest", [0x30, 0x81, 0x06, ...SIGNATURE.slice(2)]],
  ["an indefinite length", [0x30, 0x80, ...SIGNATURE.slice(2), 0x00, 0x00]],
  ["a length of two bytes", [0x30, 0x82, 0x00, 0x06, ...SIGNATURE.slice(2)]],
]
const CUT = SIGNATURE.map((_, count): [string, number[]] => [
  `its first ${count} bytes alone`,
  SIGNATURE.slice(0, count),
])

test.each([...REJECTED, ...CUT])("rejects a signature with %s", (_, bytes) => {
  expect(() => read(Uint8Array.from(bytes))).toThrow(/^The signature /)
})
