import type { Chance, Draft } from "./mutations.ts"

/** Values that no callback should return. */
const NONSENSE: [unknown, ...unknown[]] = [
  undefined,
  null,
  false,
  0,
  1,
  -1,
  NaN,
  Infinity,
  "",
  " ",
  "x",
  "null",
  "undefined",
  [],
  [[]],
  {},
  { user: null },
  { expires: "yesterday" },
  { expires: 0 },
  { expires: "2000-01-01" },
  { toString: null },
  Object.create(null),
  new Date(NaN),
  new Map(),
  new Error("no"),
  () => true,
  Symbol("no"),
  10n,
  { then: null },
  { length: 9 },
  "\u0000",
  "\ud800",
  "a\r\nset-cookie: x=y",
  "x".repeat(9000),
  new Response(null, { status: 500 }),
]

/** Returns a cycle that can't be serialized. */
function cyclicObject(): object {
  const loop: Record<string, unknown> = { user: { name: "Ada" }, expires: "2999-01-01T00:00:00.000Z" }
  loop["user"] = loop
  return loop
}

/** Returns what a callback shouldn't: a value, a promise of it, or an exception. */
export function randomNonsense(chance: Chance): unknown {
  const value = chance.happens(0.1) ? cyclicObject() : chance.pick(NONSENSE)
  const how = chance.below(4)
  if (how === 0) throw value instanceof Error ? value : new TypeError("A callback of the app failed")
  return how === 1 ? Promise.resolve(value) : value
}

const TARGETS: [string, ...string[]] = [
  "",
  "x",
  "/",
  "javascript:alert(1)",
  "data:text/html,x",
  "?",
  "#",
  "/a b",
  "/\u0000",
  "/é",
  "/%",
  "/%zz",
  "https://",
  "https:",
  "http://[",
  "/auth/signin",
  "/auth/signout",
  "mailto:a@b.test",
  "/\r\nset-cookie: x=y",
  `/${"x".repeat(9000)}`,
]

/** Returns a text that a callback might return as a URL, and that isn't a useful one. */
export const randomTarget = (chance: Chance): unknown =>
  chance.happens(0.5) ? chance.pick(TARGETS) : randomNonsense(chance)

const CLAIM_VALUES: [unknown, ...unknown[]] = [
  undefined,
  null,
  "",
  " ",
  "undefined",
  "null",
  "NaN",
  "[object Object]",
  0,
  -1,
  1.5,
  1e21,
  true,
  false,
  [],
  ["ada"],
  {},
  { sub: "ada" },
  "x".repeat(300),
  "x".repeat(9000),
  "\u0000",
  "\ud800",
  "ada\nada",
  "not verified",
  "true",
  "lovelace@app.test",
  "LOVELACE@APP.TEST",
  "lovelace@app.test,eve@evil.test",
  "https://evil.test",
  "javascript:alert(1)",
  "__proto__",
  "<script>alert(1)</script>",
  "ada\u3164",
]
const CLAIMS: [string, ...string[]] = [
  "sub",
  "name",
  "email",
  "email_verified",
  "picture",
  "iss",
  "aud",
  "azp",
  "exp",
  "iat",
  "nbf",
  "nonce",
  "at_hash",
  "acr",
  "auth_time",
  "id",
  "userId",
  "provider",
  "role",
  "__proto__",
  "constructor",
  "toString",
]

/** Returns odd claims that an identity provider might send about a user. */
export function randomClaims(chance: Chance): Record<string, unknown> {
  const claims: Record<string, unknown> = { sub: "bo", name: "Bo", email: "bo@example.com", email_verified: true }
  for (let count = 1 + chance.below(3); count > 0; count--) {
    Object.defineProperty(claims, chance.pick(CLAIMS), {
      value: chance.pick(CLAIM_VALUES),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return claims
}

type Cookie = readonly [name: string, value: string]

/** Names that browsers allow, or that a proxy forwards. */
const ODD_NAMES: [string, ...string[]] = [
  "a b",
  "é",
  "",
  " ",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "$Version",
  "$Path",
  "=__Host-latchkit.session-token",
  "\t",
  "a[b]",
  "a.0",
  "\u00a0__Host-latchkit.session-token",
  "\u0085__Host-latchkit.session-token",
  "__host-latchkit.session-token",
  "__Host-",
  "x".repeat(3000),
  "__Host-latchkit.session-token.",
  "__Host-latchkit.session-token.0",
  "__Host-latchkit.session-token.1",
  "__Host-latchkit.session-token.99999999",
  "__Host-latchkit.known",
  "latchkit.known",
  "__Host-latchkit.device",
  "__Host-latchkit.email",
  "__Host-latchkit.state",
  "__Host-latchkit.csrf-token",
  "__Host-latchkit.remember",
]

/** Returns a cookie that a sibling host, or a script of the page, may have copied from another browser. */
function randomCookie(theirs: readonly Cookie[], chance: Chance): Cookie {
  const original = theirs[chance.below(Math.max(1, theirs.length))] ?? ["x", "y"]
  const other = theirs[chance.below(Math.max(1, theirs.length))] ?? original
  return chance.pick<() => Cookie>([
    () => original,
    () => [original[0].replace("__Host-", ""), original[1]],
    () => [original[0].replace("__Host-", "__Secure-"), original[1]],
    () => [original[0].toLowerCase(), original[1]],
    () => [`${original[0]}.${chance.below(4)}`, original[1]],
    () => [original[0], other[1]], // sealed for another purpose
    () => [original[0], `"${original[1]}"`],
    () => [original[0], encodeURIComponent(original[1])],
    () => [original[0], original[1].repeat(1 + chance.below(3))],
    () => [chance.pick(ODD_NAMES), chance.happens(0.5) ? original[1] : ""],
  ])()
}

/** Adds another browser's cookies, and oddly named ones, before or after the request's own. */
export function withRandomCookies(draft: Draft, theirs: readonly Cookie[], chance: Chance): Draft {
  const own = draft.headers.filter(([name]) => name === "cookie").map(([, value]) => value)
  const added = Array.from({ length: 1 + chance.below(chance.happens(0.05) ? 400 : 4) }, () =>
    randomCookie(theirs, chance).join("="),
  )
  const cookies = chance.happens(0.5) ? [...added, ...own] : [...own, ...added]
  const header = cookies.join("; ").replaceAll(/[^\t -~\u0080-ÿ]/gu, "")
  return { ...draft, headers: [...draft.headers.filter(([name]) => name !== "cookie"), ["cookie", header]] }
}
