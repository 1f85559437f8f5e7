/** The start of a hash that names its format. It contains no salt and no digest. */
const PREFIX =
  /^(?:\{[A-Za-z][\w-]{0,19}\}|\$[A-Za-z][a-z\d-]{0,15}\$(?:\$?2[a-z]?\$)?|\$\d[a-z]?\$|[a-z][a-z\d_]{0,19}[$:](?:\$?\d[a-z]?\$)?)/

/** Returns the start of a hash that names its format, or `undefined`. It tells nothing about the password. */
export function formatName(stored: string): string | undefined {
  return PREFIX.exec(stored)?.[0]
}

/** Hashes that systems write: PHC and crypt(3) strings, LDAP and Spring, Django and Werkzeug, Better Auth, ASP.NET. */
const FORMS: readonly RegExp[] = [
  /^(?:\$[A-Za-z\d][\w-]{0,31}\$|\{[A-Za-z][\w-]{0,19}\})[\w./+=,$-]{20,}$/,
  /^(?:argon2|bcrypt|bcrypt_sha256|md5|pbkdf2|pbkdf2_sha\d+|scrypt|sha1)[$:][\w./+=,:-]*\$[\w./+=,$-]{20,}$/,
  /^[0-9a-f]{32}:[0-9a-f]{128}$/,
  /^AQAAAA[A-Za-z0-9+/]{50,}={0,2}$/,
]

/** Returns whether a text has the form of a hash. Anything else matches no password. */
export function isKnownForm(stored: string): boolean {
  return FORMS.some((form) => form.test(stored))
}
