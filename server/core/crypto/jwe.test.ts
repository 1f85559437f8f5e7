import { CompactEncrypt, compactDecrypt } from "jose"
import { describe, expect, test } from "vitest"
import { fromBase64url, hex, utf8Bytes } from "./bytes.ts"
import { openJwe, openWithoutNode, sealJwe } from "./jwe.ts"
import { deriveKey, type ContentKey } from "./keyring.ts"
import { nodeCrypto } from "./node.ts"
import { sealWithWebCrypto } from "./web-jwe.ts"
import { quickest } from "../../test-kit/quickest.ts"

const name = { salt: "cookie", info: "info" }
const key = await deriveKey("a secret of some length", name)
const other = await deriveKey("another secret", name)

function toContentKey(raw: Uint8Array<ArrayBuffer>): ContentKey {
  if (!nodeCrypto) throw new Error("These tests run on Node")
  const mac = nodeCrypto.createSecretKey(raw.subarray(0, 32))
  return { kid: "vector", raw, node: { mac, encryption: nodeCrypto.createSecretKey(raw.subarray(32)), head: "" } }
}

/** Opens a token as a runtime without `node:crypto` does. */
function openWeb(token: string, keys: readonly ContentKey[]): Promise<string | null> {
  const [head = "", , iv = "", ciphertext = "", tag = ""] = token.split(".")
  return openWithoutNode({ head, iv, ciphertext, tag }, keys)
}

describe("RFC 7518, appendix B.3", () => {
  // The appendix authenticates 42 bytes of text where a compact JWE has its header. The test against jose covers the
  // tag, so these tests compare the key halves and the cipher with the published ciphertext
  const raw = Uint8Array.from({ length: 64 }, (_, index) => index)
  const iv = "1af38c2dc2b96ffdd86694092341bc04"
  const plaintext =
    "A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy without inconvenience"
  const begin = "4affaaadb78c31c5da4b1b590d10ffbd"

  test("the second half of the key encrypts", () => {
    const { node } = toContentKey(raw)
    if (!node || !nodeCrypto) throw new Error("These tests run on Node")
    const cipher = nodeCrypto.createCipheriv("aes-256-cbc", node.encryption, Buffer.from(iv, "hex"))
    expect(cipher.update(plaintext).toString("hex").slice(0, 32)).toBe(begin)
  })
})

test("jose opens what Latchkit seals, and the other way round", async () => {
  for (let length = 0; length < 200; length += 7) {
    const text = "ü€𝄞x".repeat(length).slice(0, length).toWellFormed()
    const ours = await sealJwe(text, key)
    expect(new TextDecoder().decode((await compactDecrypt(ours, key.raw)).plaintext)).toBe(text)
    const header = { alg: "dir", enc: "A256CBC-HS512", kid: key.kid }
    const theirs = await new CompactEncrypt(utf8Bytes(text)).setProtectedHeader(header).encrypt(key.raw)
    expect(await openJwe(theirs, [other, key])).toBe(text)
    expect(await openWeb(ours, [other, key])).toBe(text)
    const onWeb = await sealWithWebCrypto(text, header, key.raw)
    expect(new TextDecoder().decode((await compactDecrypt(onWeb, key.raw)).plaintext)).toBe(text)
    expect(await openJwe(onWeb, [other, key])).toBe(text)
  }
})

test("a 32-byte key opens A256GCM", async () => {
  const short = await deriveKey("a secret of some length", { ...name, length: 32 })
  const header = { alg: "dir", enc: "A256GCM", kid: short.kid }
  const sealed = await new CompactEncrypt(utf8Bytes("text")).setProtectedHeader(header).encrypt(short.raw)
  expect(await openJwe(sealed, [key, short])).toBe("text")
  expect(await openWeb(sealed, [other, short])).toBe("text")
  const onWeb = await sealWithWebCrypto("text", header, short.raw)
  expect(await openJwe(onWeb, [key, short])).toBe("text")
  expect(await openWeb(`${onWeb.slice(0, -3)}AAA`, [short])).toBeNull()
})

test("Node and Web Crypto derive the same key", async () => {
  const material = await crypto.subtle.importKey("raw", utf8Bytes("a secret of some length"), "HKDF", false, [
    "deriveBits",
  ])
  const parameters = { name: "HKDF", hash: "SHA-256", salt: utf8Bytes("cookie"), info: utf8Bytes("info") }
  expect(hex(key.raw)).toBe(hex(new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 512))))
})

const sealed = await sealJwe("text", key)
const [head = "", , iv = "", ciphertext = "", tag = ""] = sealed.split(".")
const good = { alg: "dir", enc: "A256CBC-HS512" }

/** Seals a token under that header with the right key, so that only the header is wrong (RFC 7518, section 5.2.2). */
function sealWithHeader(header: object): string {
  if (!nodeCrypto) throw new Error("These tests run on Node")
  const text = Buffer.from(JSON.stringify(header)).toString("base64url")
  const length = Buffer.alloc(8)
  length.writeUInt32BE(text.length * 8, 4)
  const mac = nodeCrypto.createHmac("sha512", key.raw.subarray(0, 32)).update(text)
  for (const part of [iv, ciphertext]) mac.update(Buffer.from(part, "base64url"))
  return `${text}..${iv}.${ciphertext}.${mac.update(length).digest().subarray(0, 32).toString("base64url")}`
}

/**
 * Returns tokens whose part ends with another character that decodes to the same bytes, because only unused bits
 * differ.
 */
function changeLastCharacter(part: string, token: (part: string) => string): [string, string][] {
  const same = (text: string) => Buffer.from(text, "base64url").equals(Buffer.from(part, "base64url"))
  const others = Array.from(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    (last) => part.slice(0, -1) + last,
  )
  return others
    .filter((text) => text !== part && same(text))
    .map((text) => [`a token whose part ends in ${text.slice(-1)} instead of ${part.slice(-1)}`, token(text)])
}

test("the valid token that the tests below change opens", async () => {
  expect(await openJwe(sealWithHeader(good), [key])).toBe("text")
})

test.each<[string, string]>([
  ["alg none (threat 176)", sealWithHeader({ ...good, alg: "none" })],
  ["alg RSA1_5 (threat 176)", sealWithHeader({ ...good, alg: "RSA1_5" })],
  ["alg ECDH-ES (threat 176)", sealWithHeader({ ...good, alg: "ECDH-ES" })],
  ["enc A128GCM (threat 176)", sealWithHeader({ ...good, enc: "A128GCM" })],
  ["enc none (threat 176)", sealWithHeader({ ...good, enc: "none" })],
  ["a signed token (threat 176)", `${Buffer.from(`{"alg":"HS256"}`).toString("base64url")}.e30.${tag}`],
  ["a missing alg (threat 176)", sealWithHeader({ enc: good.enc })],
  ["a compressed token (threat 177)", sealWithHeader({ ...good, zip: "DEF" })],
  ["PBES2 with a high count (threat 178)", sealWithHeader({ alg: "PBES2-HS256+A128KW", enc: good.enc, p2c: 1e9 })],
  ["an unknown crit (threat 82)", sealWithHeader({ ...good, crit: ["x"] })],
  ["a kid that is a list (threat 183)", sealWithHeader({ ...good, kid: ["x"] })],
  ["an unknown kid (threat 183)", sealWithHeader({ ...good, kid: "x" })],
  ["a kid of a megabyte (threat 183)", sealWithHeader({ ...good, kid: "x".repeat(1e6) })],
  ["ten thousand dots (threat 179)", ".".repeat(10_000)],
  ["a megabyte of text (threat 179)", "x".repeat(1_000_000)],
  ["a short tag", `${head}..${iv}.${ciphertext}.${tag.slice(0, 20)}`],
  ["a short iv", `${head}..${iv.slice(0, 10)}.${ciphertext}.${tag}`],
  ["a token with a stray character", `${head}..${iv}.${ciphertext}.${tag}=`],
  ["a token with a space", `${head}.. ${iv}.${ciphertext}.${tag}`],
  ["a token in base64 instead of base64url", `${head}..${iv}.${ciphertext}.${tag.replace(/[-_]/g, "+")}+`],
  ...changeLastCharacter(iv, (text) => `${head}..${text}.${ciphertext}.${tag}`),
  ...changeLastCharacter(ciphertext, (text) => `${head}..${iv}.${text}.${tag}`),
  ...changeLastCharacter(tag, (text) => `${head}..${iv}.${ciphertext}.${text}`),
  ["a wrapped key", `${head}.AAAA.${iv}.${ciphertext}.${tag}`],
  ["an empty token", ""],
])("rejects %s", async (_, token) => {
  expect(await openJwe(token, [key])).toBeNull()
  expect(await quickest(() => openJwe(token, [key]))).toBeLessThan(50)
})

test("rejects a token with any bit flipped (threat 208)", async () => {
  const bytes = [head, iv, ciphertext, tag].map((part) => fromBase64url(part) ?? new Uint8Array())
  for (const [part, whole] of bytes.entries()) {
    for (let index = 0; index < whole.length; index++) {
      const flipped = bytes.map((original, at) =>
        at === part ? original.map((byte, i) => (i === index ? byte ^ 1 : byte)) : original,
      )
      const [h = "", i = "", c = "", t = ""] = flipped.map((one) => Buffer.from(one).toString("base64url"))
      expect(await openJwe(`${h}..${i}.${c}.${t}`, [key])).toBeNull()
      expect(await openWeb(`${h}..${i}.${c}.${t}`, [key])).toBeNull()
    }
  }
})
