import { parsePhc } from "./phc.ts"

/** The start of a hash that names its format. It contains no salt and no digest. */
const PREFIX =
  /^(?:\{[A-Za-z][\w-]{0,19}\}|\$[a-z][a-z\d-]{0,15}\$(?:\$?2[a-z]?\$)?|\$\d[a-z]?\$|[a-z][a-z\d_]{0,19}[$:](?:\$?\d[a-z]?\$)?)/

/** Returns the start of a hash that names its format, or `undefined`. It tells nothing about the password. */
export function formatName(stored: string): string | undefined {
  return PREFIX.exec(stored)?.[0]
}

const BCRYPT = String.raw`\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}`
const BASE64 = String.raw`[A-Za-z0-9+/.=_-]{20,}`

/** Whole hashes that other systems write. */
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`^(?:\{[A-Za-z][\w-]{0,19}\}|\$wp|bcrypt(?:_sha256)?\$)?${BCRYPT}$`),
  new RegExp(String.raw`^argon2\$argon2(?:i|d|id)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$`),
  new RegExp(String.raw`^pbkdf2_sha\d+\$\d+\$[^$]+\$${BASE64}$`), // Django
  new RegExp(String.raw`^scrypt\$\d+\$[^$]+\$\d+\$\d+\$${BASE64}$`), // Django
  new RegExp(String.raw`^(?:scrypt:\d+:\d+:\d+|pbkdf2:sha\d+:\d+)\$[^$]+\$[0-9a-f]{32,}$`), // Werkzeug
  new RegExp(String.raw`^\$(?:pbkdf2-sha\d+|pbkdf2)\$\d+\$${BASE64}\$${BASE64}$`), // passlib
  new RegExp(String.raw`^\$firebase\$${BASE64}\$${BASE64}$`),
  /^[0-9a-f]{32}:[0-9a-f]{128}$/, // Better Auth
]

/** Returns whether a text is a whole hash of a known system. Anything else is damaged, and matches no password. */
export function isKnownForm(stored: string): boolean {
  return parsePhc(stored) !== undefined || FORMS.some((form) => form.test(stored))
}
