import { createHash, createSign, generateKeyPairSync } from "node:crypto"

const ECDSA_SHA256 = sequence(Buffer.from("06082a8648ce3d040302", "hex")) // 1.2.840.10045.4.3.2

function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, ...parts)
}

function time(date: Date): Buffer {
  return element(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`))
}

/**
 * A self-signed certificate for a day, in RFC 5280's simplest form: tests of https need no tool and no file. `spki` is
 * what Chromium's `--ignore-certificate-errors-spki-list` takes.
 */
export function selfSigned(): { key: string; cert: string; spki: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = sequence(
    element(0x31, sequence(Buffer.from("0603550403", "hex"), element(0x0c, Buffer.from("localhost")))),
  )
  const day = 24 * 60 * 60 * 1000
  const signed = sequence(
    element(0xa0, Buffer.from("020102", "hex")),
    Buffer.from("020101", "hex"),
    ECDSA_SHA256,
    name,
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  )
  const signature = createSign("sha256").update(signed).sign(privateKey)
  const certificate = sequence(signed, ECDSA_SHA256, element(0x03, Buffer.from([0]), signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`
  const spki = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" }))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert,
    spki: spki.digest("base64"),
  }
}
