import * as v from "valibot"
import { base64url, fromBase64url, utf8Text } from "../../core/crypto/bytes.ts"
import { WebAuthnVerificationError } from "../../errors.ts"

/** WebAuthn Level 3, section 7.1, step 25: longer credential ids are rejected. */
const MAX_ID_BYTES = 1023

const base64urlText = v.pipe(v.string(), v.nonEmpty(), v.check(isCanonical))

const credential = {
  id: v.pipe(
    base64urlText,
    v.check((id) => (fromBase64url(id)?.length ?? Infinity) <= MAX_ID_BYTES),
  ),
  rawId: v.string(),
  type: v.literal("public-key"),
}

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const

const SCHEMAS = {
  authenticate: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64urlText,
      authenticatorData: base64urlText,
      signature: base64urlText,
      userHandle: v.nullish(base64urlText),
    }),
  }),
  register: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64urlText,
      attestationObject: base64urlText,
      transports: v.optional(v.array(v.string()), []),
    }),
  }),
}

export type AuthenticationResponse = v.InferOutput<(typeof SCHEMAS)["authenticate"]>
export type RegistrationResponse = v.InferOutput<(typeof SCHEMAS)["register"]>

const clientDataShape = v.object({
  challenge: base64urlText,
  origin: v.string(),
  type: v.string(),
  crossOrigin: v.optional(v.boolean()),
  topOrigin: v.optional(v.string()),
})

/** The data about the ceremony that the browser provides and the authenticator signs. */
type ClientData = v.InferOutput<typeof clientDataShape>

/**
 * Returns a response of the wanted kind, with only the fields that Latchkit reads. Returns `null` for anything else.
 */
export function parseResponse<Action extends keyof typeof SCHEMAS>(
  action: Action,
  data: string | undefined,
): v.InferOutput<(typeof SCHEMAS)[Action]> | null {
  const parsed = v.safeParse(SCHEMAS[action], parseJson(data))
  if (!parsed.success || parsed.output.id !== parsed.output.rawId) return null
  return parsed.output as v.InferOutput<(typeof SCHEMAS)[Action]> // the schema of that action made it
}

/** @throws {WebAuthnVerificationError} for data that no browser sends */
export function parseClientData({ response }: AuthenticationResponse | RegistrationResponse): ClientData {
  const parsed = v.safeParse(clientDataShape, parseJson(decodeText(response.clientDataJSON)))
  if (parsed.success) return parsed.output
  throw new WebAuthnVerificationError("The response's client data is invalid")
}

/** Returns the transports that a browser named, without unknown ones. */
export function knownTransports({ response }: RegistrationResponse) {
  return TRANSPORTS.filter((transport) => response.transports.includes(transport))
}

// A credential must have one spelling: a database would treat another text for the same bytes as another credential
function isCanonical(text: string): boolean {
  const bytes = fromBase64url(text)
  return bytes !== null && base64url(bytes) === text
}

function decodeText(text: string): string | undefined {
  const bytes = fromBase64url(text)
  try {
    return bytes ? utf8Text(bytes) : undefined
  } catch {
    return undefined // isn't UTF-8, so it isn't JSON either
  }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return undefined
  }
}
