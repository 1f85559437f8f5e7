/** A request in parts, so that a test can replace any part with something that no browser would send. */
export interface Draft {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Random numbers from a seed. The same seed makes the same choices. */
export interface Chance {
  below(limit: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** Returns true with a probability of `share`, from 0 to 1. */
  happens(share: number): boolean
}

/** @see [mulberry32](https://gist.github.com/tommyettinger/46a874533244883189143505d203312c) */
export function createChance(seed: number): Chance {
  const state = { at: seed >>> 0 }
  const next = () => {
    state.at = (state.at + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state.at ^ (state.at >>> 15), state.at | 1)
    const stirred = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((stirred ^ (stirred >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (choices) => choices[below(choices.length)] ?? choices[0], happens: (share) => next() < share }
}

type Words = [string, ...string[]]

const METHODS: Words = ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW", "post"]

const NAMES: Words = [
  "callbackUrl",
  "csrfToken",
  "state",
  "code",
  "error",
  "error_description",
  "iss",
  "email",
  "token",
  "provider",
  "type",
  "action",
  "data",
  "change",
  "id",
  "name",
  "username",
  "password",
  "id_token",
  "user",
  "redirectTo",
  "scope",
  "prompt",
  "login_hint",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "a[b]",
  "a.b",
  "\u0000",
  "\ud800",
  "é",
]

/** Text that a response must never contain as markup. */
export const MARKUP = `"><script>alert(1)</script>`

const VALUES: Words = [
  "",
  "0",
  "-1",
  "1e999",
  "null",
  "true",
  "{}",
  "[]",
  "undefined",
  "NaN",
  "__proto__",
  "constructor",
  "..",
  "../../etc/passwd",
  "%",
  "%zz",
  "%E0%A4%A",
  "%00",
  "%0d%0aset-cookie:x=y",
  "a\tb",
  "\u0000",
  "\ud800",
  "\u2028",
  "\u202e",
  "💥",
  "ß",
  "İ",
  "' OR 1=1 --",
  "${7*7}",
  MARKUP,
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "\t//evil.test",
  "https:evil.test",
  "https:///evil.test",
  "https://evil.test/",
  "http://app.test/",
  "https://app.test@evil.test",
  "https://app.test.evil.test",
  "https://app.test:8443/",
  "javascript:alert(1)",
  "data:text/html,x",
  "blob:https://app.test/x",
  "https://app.test/auth/signin",
  "/auth/signout",
  "/a?b=c#d",
  "https://аpp.test",
  "https://[::1]/",
  "ada@app.test",
  "a@evil.test,ada@app.test",
  `${"a".repeat(60)}@${"b.".repeat(99)}test`,
  "x".repeat(300),
  "x".repeat(5000),
  "%41".repeat(900),
  "eyJhbGciOiJub25lIn0.e30.",
  "a.b.c.d.e",
]

const HEADERS: Words = [
  "host",
  "origin",
  "referer",
  "content-type",
  "content-length",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-for",
  "forwarded",
  "x-forwarded-prefix",
  "x-http-method-override",
  "x-original-url",
  "sec-fetch-site",
  "sec-fetch-mode",
  "accept",
  "accept-language",
  "x-auth-return-redirect",
  "user-agent",
  "authorization",
  "purpose",
  "transfer-encoding",
  "x-real-ip",
  "if-none-match",
  "range",
]

const HEADER_VALUES: Words = [
  "evil.test",
  "app.test:443",
  "app.test, evil.test",
  "app.test.",
  "null",
  "https",
  "http",
  "cross-site",
  "same-origin",
  "none",
  "*/*",
  "text/html",
  "application/json",
  "application/json; charset=utf-7",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "de, *;q=0.1",
  "x-klingon;q=NaN, en;q=2",
  "zh-Hant-TW-u-co-stroke",
  "en".repeat(2000),
  "0",
  "-5",
  "99999999999",
  "chunked",
  "127.0.0.1, ::1",
  'for="[::1]";host=evil.test',
  'W/"x"',
  "bytes=0-0",
]

const SEGMENTS: Words = [
  "",
  ".",
  "..",
  "%2e%2e",
  "%2f",
  "%00",
  "%ff",
  "signin",
  "callback",
  "account",
  "assets",
  "session",
  "acme",
  "email",
  "credentials",
  "passkey",
  "__proto__",
  "constructor",
  "toString",
  "auth",
  "Signin",
  "signin%20",
  "auth.css",
  "a".repeat(9000),
  "%F0%9F%92%A5",
  ";x=1",
  "@evil.test",
]

/** Replaces a part of the text. */
export function mangleText(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1)
  const end = at + chance.below(Math.max(1, text.length - at))
  return chance.pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + String.fromCharCode(33 + chance.below(94)) + text.slice(at + 1),
    () => text.slice(0, at) + chance.pick(VALUES) + text.slice(end),
    () => text + text.slice(at, end),
    () => text.toUpperCase(),
    () => chance.pick(VALUES),
  ])()
}

type Pairs = [name: string, value: string][]

function changePairs(pairs: Pairs, chance: Chance): Pairs {
  const at = chance.below(Math.max(1, pairs.length))
  const change = (to: (pair: [string, string]) => Pairs) =>
    pairs.flatMap((pair, index) => (index === at ? to(pair) : [pair]))
  return chance.pick([
    () => change(() => []),
    () => change(([name, value]) => [[name, mangleText(value, chance)]]),
    () => change(([name]) => [[name, chance.pick(VALUES)]]),
    () => change((pair) => [pair, pair]),
    () => change(([name, value]) => [[mangleText(name, chance), value]]),
    (): Pairs => [...pairs, [chance.pick(NAMES), chance.pick(VALUES)]],
    (): Pairs => [...pairs, [chance.pick(NAMES), chance.pick(VALUES)]],
    (): Pairs => [
      ...pairs,
      ...Array.from({ length: 40 + chance.below(90) }, (_, index): [string, string] => [`p${index}`, "x"]),
    ],
  ])()
}

const changeForm = (text: string, chance: Chance): string =>
  new URLSearchParams(changePairs([...new URLSearchParams(text)], chance)).toString()

const nestedJson = (depth: number) => `${'{"a":['.repeat(depth)}1${"]}".repeat(depth)}`

/** Returns the JSON object, if an earlier mutation left one. */
function parseObject(text: string): object {
  if (text.length > 10_000) return {} // deeper than `stringify` goes
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}

function changeJson(text: string, chance: Chance): string {
  const entries = Object.entries(parseObject(text))
  const raw = chance.pick([
    "null",
    "[]",
    "1",
    '{"toString":null}',
    nestedJson(40),
    `"${"x".repeat(300)}"`,
    '{"__proto__":{"polluted":1}}',
  ])
  const name = chance.pick([...entries.map(([own]) => own), ...NAMES] as Words) // NAMES has one at least
  const kept = entries
    .filter(([own]) => own !== name)
    .map(([own, value]) => `${JSON.stringify(own)}:${JSON.stringify(value)}`)
  return `{${[...kept, `${JSON.stringify(name)}:${raw}`].join(",")}}`
}

const HUGE_LENGTH = 70 * 1024 // more than Latchkit reads

function breakBody(text: string, chance: Chance): Draft["body"] {
  const bytes = new TextEncoder().encode(text)
  const broken = new Uint8Array([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf5].slice(0, 1 + chance.below(8)))
  const at = chance.below(bytes.length + 1)
  return chance.pick<() => Draft["body"]>([
    () => new Uint8Array([...bytes.slice(0, at), ...broken, ...bytes.slice(at)]),
    () => text.slice(0, at),
    () => `${text}&x=${"x".repeat(HUGE_LENGTH)}`,
    () => nestedJson(10_000),
    () => "",
    () => "\ufeff" + text,
    () => `${text}&${text}`,
  ])()
}

const bodyText = ({ body }: Draft) => (typeof body === "string" ? body : new TextDecoder().decode(body))
const contentType = ({ headers }: Draft) => headers.find(([name]) => name === "content-type")?.[1] ?? ""

function changeUrl(url: string, change: (url: URL) => void): string {
  const copy = new URL(url)
  change(copy)
  return copy.href
}

function changeCookies(draft: Draft, chance: Chance): Draft {
  const own = draft.headers.find(([name]) => name === "cookie")?.[1] ?? ""
  const cookies = own.split("; ").map((pair): [string, string] => {
    const [name = "", ...value] = pair.split("=")
    return [name, value.join("=")]
  })
  const header = changePairs(cookies, chance)
    .map((pair) => pair.join("="))
    .join("; ")
  return {
    ...draft,
    headers: [...draft.headers.filter(([name]) => name !== "cookie"), ["cookie", toHeaderText(header)]],
  }
}

/** A header contains bytes. Other characters are escaped, as a browser does */
const toHeaderText = (text: string) =>
  text.replaceAll(/[^\t -~\u0080-ÿ]/gu, (rune) => (/\p{Cs}|[\r\n\0]/u.test(rune) ? "" : encodeURIComponent(rune)))

type Mutation = (draft: Draft, chance: Chance) => Draft

const changeQuery: Mutation = (draft, chance) => ({
  ...draft,
  url: changeUrl(draft.url, (url) => (url.search = changeForm(url.search, chance))),
})

const changeBody: Mutation = (draft, chance) => {
  const change = contentType(draft).includes("json") ? changeJson : changeForm
  return draft.body instanceof Uint8Array ? draft : { ...draft, body: change(bodyText(draft), chance) }
}

/** Each mutation changes one part of the request. Those that more likely reach deep code are listed more often. */
const MUTATIONS: [Mutation, ...Mutation[]] = [
  changeQuery,
  changeQuery,
  changeBody,
  changeBody,
  changeBody,
  changeCookies,
  changeCookies,
  (draft, chance) => ({ ...draft, method: chance.pick(METHODS) }),
  (draft, chance) => ({ ...draft, body: breakBody(bodyText(draft), chance) }),
  (draft, chance) => {
    const [name, value] = [chance.pick(HEADERS), chance.pick(chance.happens(0.3) ? VALUES : HEADER_VALUES)]
    return { ...draft, headers: [...draft.headers.filter(([own]) => own !== name), [name, toHeaderText(value)]] }
  },
  (draft, chance) => {
    const change = (url: URL) => {
      const segments = url.pathname.split("/")
      segments.splice(1 + chance.below(segments.length), chance.below(2), chance.pick(SEGMENTS))
      url.pathname = segments.join("/")
    }
    return { ...draft, url: changeUrl(draft.url, change) }
  },
]

/** Returns the request with one to three of its parts changed. */
export function mutateDraft(draft: Draft, chance: Chance): Draft {
  const times = 1 + chance.below(3)
  return Array.from({ length: times }).reduce<Draft>((changed) => chance.pick(MUTATIONS)(changed, chance), draft)
}
