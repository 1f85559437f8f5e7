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

export interface Certificate {
  /** The subject's common name. */
  name: string
  key: string
  cert: string
  /** The value that Chromium's `--ignore-certificate-errors-spki-list` takes. */
  spki: string
}

/** Creates a self-signed certificate for a day, in RFC 5280's simplest form: tests of https need no tool and no file. */
export function selfSigned(name = "localhost"): Certificate {
  return issue(name)
}

/** Creates the certificate of an authority, which issues certificates of its own. */
export function createAuthority(name: string): Certificate {
  return issue(name, { extensions: [IS_AUTHORITY] })
}

/** Creates a certificate that the authority signs. */
export function issuedBy(issuer: Certificate, name: string): Certificate {
  return issue(name, { issuer })
}

// basicConstraints, critical, with `cA` set (RFC 5280, section 4.2.1.9)
const IS_AUTHORITY = sequence(
  Buffer.from("0603551d13", "hex"),
  Buffer.from("0101ff", "hex"),
  element(0x04, sequence(Buffer.from("0101ff", "hex"))),
)

interface IssueOptions {
  issuer?: Certificate
  extensions?: Buffer[]
}

const toName = (name: string) =>
  sequence(element(0x31, sequence(Buffer.from("0603550403", "hex"), element(0x0c, Buffer.from(name)))))

function issue(name: string, { issuer, extensions = [] }: IssueOptions = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const day = 24 * 60 * 60 * 1000
  const spki = publicKey.export({ type: "spki", format: "der" })
  const signed = sequence(
    element(0xa0, Buffer.from("020102", "hex")),
    Buffer.from("020101", "hex"),
    ECDSA_SHA256,
    toName(issuer?.name ?? name),
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    toName(name),
    spki,
    ...(extensions.length > 0 ? [element(0xa3, sequence(...extensions))] : []),
  )
  const signature = createSign("sha256")
    .update(signed)
    .sign(issuer?.key ?? privateKey)
  const certificate = sequence(signed, ECDSA_SHA256, element(0x03, Buffer.from([0]), signature))
  return {
    name,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
    spki: createHash("sha256").update(spki).digest("base64"),
  }
}
