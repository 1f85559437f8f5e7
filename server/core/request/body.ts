import { RejectedRequest } from "../../errors.ts"

/** A parsed body: a flat map of strings, and the parsed value if the body is JSON. */
export interface Body {
  /** Has no prototype, so a field named `constructor` is only found if it was sent. */
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly json: unknown
}

/** Maximum size in bytes. The largest forms hold an email address, a token and a password. */
export const MAX_BODY_LENGTH = 64 * 1024
const MAX_FIELDS = 100

/**
 * Reads a POST body that is a form or JSON. Limits its size before parsing it.
 *
 * @throws {RejectedRequest} 415 for another media type, 413 for a larger body, 400 if the body can't be parsed
 */
export async function parseBody(request: Request): Promise<Body> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase()
  if (type !== "application/json" && type !== "application/x-www-form-urlencoded") {
    throw new RejectedRequest(415, "The body is neither application/json nor application/x-www-form-urlencoded")
  }
  const text = await readBoundedText(request)
  return type === "application/json" ? parseJsonBody(text) : { fields: parseFormFields(text), json: undefined }
}

async function readBoundedText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_LENGTH) throw bodyTooLargeError()
  if (!request.body) return ""
  if (request.bodyUsed)
    throw new RejectedRequest(
      400,
      "The body was read before Latchkit got the request. Run Latchkit before other code reads the body",
    )
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let length = 0
  let text = ""
  try {
    for await (const chunk of request.body) {
      length += chunk.byteLength
      if (length > MAX_BODY_LENGTH) throw bodyTooLargeError()
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    throw error instanceof RejectedRequest ? error : new RejectedRequest(400, "The body is incomplete or isn't UTF-8")
  }
}

function bodyTooLargeError(): RejectedRequest {
  return new RejectedRequest(413, `The body is longer than ${MAX_BODY_LENGTH} bytes`)
}

function parseFormFields(text: string): Body["fields"] {
  const fields = createFields()
  const parameters = new URLSearchParams(text)
  if (parameters.size > MAX_FIELDS) throw new RejectedRequest(400, `The form has more than ${MAX_FIELDS} fields`)
  for (const [name, value] of parameters) {
    if (name in fields)
      throw new RejectedRequest(400, `The form has the field ${JSON.stringify(name.slice(0, 80))} twice`)
    fields[name] = value
  }
  return fields
}

function parseJsonBody(text: string): Body {
  const json = parseJsonText(text)
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new RejectedRequest(400, "The body isn't a JSON object")
  const fields = createFields()
  for (const [name, value] of Object.entries(json)) {
    if (typeof value === "string") fields[name] = value
  }
  return { fields, json }
}

function parseJsonText(text: string): unknown {
  try {
    // Drops `__proto__`, because an app's callback may merge this value into an object
    return JSON.parse(text || "null", (name, value: unknown) => (name === "__proto__" ? undefined : value))
  } catch {
    throw new RejectedRequest(400, "The body isn't JSON")
  }
}

function createFields(): Record<string, string> {
  return Object.create(null) as Record<string, string> // filled below
}

/** Fields that the forms and clients of Latchkit and Auth.js add to the app's fields. */
const RESERVED_FIELDS = new Set(
  "csrfToken callbackUrl json redirect redirectTo providerId options authorizationParams carry remember asked popup".split(
    " ",
  ),
)

/** Maximum number of fields passed to a provider that declares none. */
export const MAX_APP_FIELDS = 32

/**
 * Returns the text fields of a sign-in form that belong to the app. Used for a credentials provider that declares no
 * fields.
 *
 * @param isOpen whether all fields do, as in Auth.js
 */
export function appFields({ fields }: Body, isOpen = false): [name: string, value: string][] {
  return Object.entries(fields).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (isOpen || !RESERVED_FIELDS.has(entry[0])) && !(entry[0] in Object.prototype),
  )
}
