import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import type { WebAuthnOptions } from "../../client/protocol.ts"

type CreationOptions = Extract<WebAuthnOptions, { action: "register" }>["options"]
type RequestOptions = Extract<WebAuthnOptions, { action: "authenticate" }>["options"]
type Cose = Map<number, number | Uint8Array>

/** The changes that an attacker makes to a response. Signed parts are changed before they are signed. */
export interface Forgery {
  clientData?: Record<string, unknown>
  /**
   * Flags of the authenticator's data: user present 1, verified 4, backup eligible 8, backed up 16, attested data 64.
   */
  flags?: number
  rpId?: string
  counter?: number
  credentialId?: Uint8Array
  cose?: Cose
  fmt?: string
  attStmt?: Map<string, unknown>
  /** Changes the bytes after everything was signed. */
  attestationObject?: (bytes: Uint8Array) => Uint8Array
  authenticatorData?: (bytes: Uint8Array) => Uint8Array
  signature?: (bytes: Uint8Array) => Uint8Array
  /** Base64url. `null` omits it. */
  userHandle?: string | null
  /** Fields of the response, applied last. */
  fields?: Record<string, unknown>
}

/** A credential that the authenticator holds. */
export interface HeldCredential {
  id: Uint8Array
  rpId: string
  userHandle: string
  counter: number
  key: KeyObject
  algorithm: number
}

/** A software authenticator with real keys, CBOR and signatures. A test can forge any part of its responses. */
export interface SoftAuthenticator {
  readonly held: HeldCredential[]
  create(options: CreationOptions, forgery?: Forgery): string
  /** Responds with the credential that it created last. */
  get(options: RequestOptions, forgery?: Forgery): string
}

export interface AuthenticatorOptions {
  origin?: string
  aaguid?: string
  transports?: string[]
  /** COSE number. @default -7 */
  algorithm?: -7 | -8 | -257
  /** Whether it counts its uses, as a security key does. @default false */
  counts?: boolean
  /** Whether its key can't be backed up. @default false */
  bound?: boolean
}

const KEYS: Record<number, () => { privateKey: KeyObject; cose: Cose }> = {
  [-7]: () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const { x = "", y = "" } = publicKey.export({ format: "jwk" })
    return { privateKey, cose: toCose([1, 2], [3, -7], [-1, 1], [-2, fromBase64url(x)], [-3, fromBase64url(y)]) }
  },
  [-8]: () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    const { x = "" } = publicKey.export({ format: "jwk" })
    return { privateKey, cose: toCose([1, 1], [3, -8], [-1, 6], [-2, fromBase64url(x)]) }
  },
  [-257]: () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
    const { n = "", e = "" } = publicKey.export({ format: "jwk" })
    return { privateKey, cose: toCose([1, 3], [3, -257], [-1, fromBase64url(n)], [-2, fromBase64url(e)]) }
  },
}

/** Creates an authenticator that is used on the pages of `origin`. */
export function softAuthenticator(making: AuthenticatorOptions = {}): SoftAuthenticator {
  const { origin = "https://app.test", algorithm = -7 } = making
  const held: HeldCredential[] = []
  return {
    held,
    create(options, forgery = {}) {
      const { privateKey, cose } = KEYS[algorithm]?.() ?? { privateKey: undefined, cose: toCose() }
      if (!privateKey) throw new Error(`There are no keys of algorithm ${algorithm}`)
      const { id: rpId = "" } = options.rp
      const id = forgery.credentialId ?? randomBytes(16)
      held.push({ id, rpId, userHandle: options.user.id, counter: 0, key: privateKey, algorithm })
      const data = toClientData("webauthn.create", options.challenge, origin, forgery)
      const authData = Buffer.concat([
        authenticatorDataHead(rpId, { flags: 0x45 | backupFlags(making), counter: 0, ...forgery }),
        Buffer.from((making.aaguid ?? "00".repeat(16)).replaceAll("-", ""), "hex"),
        Buffer.from([id.length >> 8, id.length & 255]),
        id,
        isoCBOR.encode(forgery.cose ?? cose),
      ])
      const statement = new Map<string, unknown>([
        ["fmt", forgery.fmt ?? "none"],
        ["attStmt", forgery.attStmt ?? new Map()],
        ["authData", new Uint8Array(authData)],
      ])
      const object = isoCBOR.encode(statement as Map<string, string>) // values of any CBOR type
      return toCredentialJson(id, forgery, {
        clientDataJSON: toBase64url(data),
        attestationObject: toBase64url(forgery.attestationObject?.(object) ?? object),
        transports: making.transports ?? ["internal", "hybrid"],
      })
    },
    get(options, forgery = {}) {
      const credential = held.at(-1)
      if (!credential) throw new Error("The authenticator holds nothing")
      if (making.counts) credential.counter++
      const data = toClientData("webauthn.get", options.challenge, origin, forgery)
      const { counter, key, rpId } = credential
      const authData = authenticatorDataHead(rpId, { flags: 0x05 | backupFlags(making), counter, ...forgery })
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()])
      const signature = sign(credential.algorithm === -8 ? null : "sha256", signed, key)
      const handle = forgery.userHandle === undefined ? credential.userHandle : forgery.userHandle
      return toCredentialJson(forgery.credentialId ?? credential.id, forgery, {
        clientDataJSON: toBase64url(data),
        authenticatorData: toBase64url(forgery.authenticatorData?.(authData) ?? authData),
        signature: toBase64url(forgery.signature?.(signature) ?? signature),
        ...(handle !== null && { userHandle: handle }),
      })
    },
  }
}

function toCredentialJson(id: Uint8Array, { fields }: Forgery, response: Record<string, unknown>): string {
  const shared = { id: toBase64url(id), rawId: toBase64url(id), type: "public-key", clientExtensionResults: {} }
  return JSON.stringify({ ...shared, response, ...fields })
}

function toClientData(type: string, challenge: string, origin: string, { clientData }: Forgery): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...clientData }))
}

// WebAuthn Level 3, section 6.1: the hash of the domain, a byte of flags, four of the counter
function authenticatorDataHead(
  rpId: string,
  { rpId: forged = rpId, flags, counter }: { rpId?: string; flags: number; counter: number },
): Buffer {
  const tail = Buffer.alloc(5)
  tail.writeUInt8(flags, 0)
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash("sha256").update(forged).digest(), tail])
}

const backupFlags = ({ bound }: AuthenticatorOptions) => (bound ? 0 : 0x18)
const toCose = (...entries: [number, number | Uint8Array][]): Cose => new Map(entries)
const fromBase64url = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"))
const toBase64url = (value: Uint8Array) => Buffer.from(value).toString("base64url")
