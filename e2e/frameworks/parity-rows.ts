import { KATHERINE } from "./user.ts"
import { form, type Sent } from "./wire.ts"

/** A member's cookies and CSRF token, and the site's origin, from which a row makes its request. */
export interface Known {
  cookie: string
  csrfToken: string
  origin: string
}

/** A request to Latchkit, with a path below the base path. */
export type Row = [what: string, path: string, sent?: (known: Known) => Sent]

const { email } = KATHERINE
const json = (body: unknown, headers: Record<string, string>): Sent => ({
  method: "POST",
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body),
})
const token = ({ csrfToken }: Known) => ({ csrfToken })
const mine = ({ cookie, origin }: Known) => ({ cookie, origin })

const FOREIGN = [
  "https://evil.test",
  "//evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "https://app.test@evil.test",
  "javascript:alert(1)",
  "https:evil.test",
  "/..//evil.test",
  "http://localhost.evil.test",
  "https://ev\u0131l.test",
  "/a\r\nSet-Cookie: a=b",
  "/ok?x=1#y",
]

const HOSTILE = [
  "__proto__=x; constructor=y; hasOwnProperty=z",
  "=latchkit.session-token=v; latchkit.session-tokenX=v; Latchkit.Session-Token=v",
  '$Version=1; a="b; latchkit.session-token=c"',
  "latchkit.callback-url=%; latchkit.csrf-token=%zz",
  "latchkit.session-token.9=v; latchkit.session-token.-1=v",
]

/** Requests that test a framework's parsing of paths, headers and bodies. The last one signs out. */
export const ROWS: readonly Row[] = [
  ["an anonymous user's session", "/session"],
  ["a member's session", "/session", ({ cookie }) => ({ headers: { cookie } })],
  ["HEAD", "/session", ({ cookie }) => ({ method: "HEAD", headers: { cookie } })],
  ["the list of providers", "/providers"],
  ["an action that is none", "/nothing"],
  ["a path below an action", "/session/x"],
  ["an unknown provider", "/signin/nobody", (known) => form({ csrfToken: known.csrfToken }, mine(known))],
  ["the sign-in page with a hostile query", "/signin?callbackUrl=https://evil.test&error=%3Cscript%3E&callbackUrl=/a"],
  ["an error page", "/error?error=AccessDenied"],
  ["two Cookie headers", "/session", ({ cookie }) => ({ headers: { cookie: [cookie, cookie] } })],
  ["a cookie twice in one header", "/session", ({ cookie }) => ({ headers: { cookie: `${cookie}; ${cookie}` } })],
  ["a cookie that is none", "/session", () => ({ headers: { cookie: "latchkit.session-token=%00%ff; =; ;;a" } })],
  ["a form without a token", "/signout", ({ cookie, origin }) => form({}, { cookie, origin })],
  ["a form with another's token", "/signout", (known) => form({ csrfToken: "0".repeat(64) }, mine(known))],
  ["a wrong password", "/callback/credentials", (known) => form({ ...known, email, password: "x" }, mine(known))],
  ["a form in JSON", "/callback/credentials", (known) => json({ ...known, email, password: "x" }, mine(known))],
  ["a body that is no JSON", "/session", (known) => ({ ...json({}, mine(known)), body: "{" })],
  ["JSON that is a list", "/session", (known) => json([known.csrfToken], mine(known))],
  ["a body of no type", "/signout", (known) => ({ method: "POST", headers: mine(known), body: "csrfToken=x" })],
  ["no body", "/signout", (known) => ({ method: "POST", headers: mine(known) })],
  [
    "a fetch that wants to be told where to go",
    "/signin/people",
    (known) => form({ csrfToken: known.csrfToken }, { ...mine(known), "x-auth-return-redirect": "1" }),
  ],
  ["an answer for a sign-in that nobody began", "/callback/people?code=x&state=y"],
  ...FOREIGN.map((callbackUrl): Row => [
    `callbackUrl ${JSON.stringify(callbackUrl)} (threats 1 to 12)`,
    "/signin/people",
    (known) => form({ csrfToken: known.csrfToken, callbackUrl }, { ...mine(known), "x-auth-return-redirect": "1" }),
  ]),
  ...["%0d%0aSet-Cookie:%20a=b", "%00", "%E0%A4%A", "%", "%u0041", "a+b%2Bc", "%C3%A9"].map((value): Row => [
    `${value} in the query (threats 8, 21)`,
    `/signin?callbackUrl=/${value}&error=${value}`,
  ]),
  [
    "callbackUrl that is an object (threat 14)",
    "/signin/people",
    (known) => json({ ...known, callbackUrl: { a: 1 } }, mine(known)),
  ],
  [
    "callbackUrl that is an array (threat 14)",
    "/signin/people",
    (known) => json({ ...known, callbackUrl: ["/a"] }, mine(known)),
  ],
  ["provider id that is a path (threat 20)", "/signin/..%2fsignout", (known) => form(token(known), mine(known))],
  ...[
    "text/plain",
    "APPLICATION/JSON",
    "application/json;charset=utf-16",
    "application/x-www-form-urlencoded;a=b",
    "multipart/form-data",
    "a",
  ].map((type): Row => [
    `body of type ${type} (threat 36)`,
    "/callback/credentials",
    (known) => ({
      ...json({ ...known, email, password: "x" }, mine(known)),
      headers: { ...mine(known), "content-type": type },
    }),
  ]),
  ...["/signin/people", "/signout", "/session?data=%7B%22user%22%3A%7B%22name%22%3A%22Eve%22%7D%7D"].map(
    (path): Row => [`GET ${path} (threat 38)`, path, ({ cookie }) => ({ headers: { cookie } })],
  ),
  ...HOSTILE.map((more): Row => [
    `cookies ${more} (threats 48 to 54)`,
    "/session",
    ({ cookie }) => ({ headers: { cookie: `${more}; ${cookie}` } }),
  ]),
  [
    "a form in pieces",
    "/callback/credentials",
    (known) => form({ ...known, email, password: "x" }, { ...mine(known), "transfer-encoding": "chunked" }),
  ],
  [
    "a form that is said to be packed",
    "/callback/credentials",
    (known) => form({ ...known, email, password: "x" }, { ...mine(known), "content-encoding": "gzip" }),
  ],
  [
    "a form with a mark before it",
    "/signout",
    (known) => ({ ...form(token(known), mine(known)), body: `\uFEFFcsrfToken=${known.csrfToken}x` }),
  ],
  ["a sign-out", "/signout", (known) => form({ csrfToken: known.csrfToken, callbackUrl: "/bye" }, mine(known))],
]
