import { expect, test, type Harbour } from "./harbour.ts"
import { KATHERINE } from "./visitor.ts"
import { ask, enter, form, type Answer, type Sent } from "./wire.ts"

interface Known {
  cookie: string
  csrfToken: string
  origin: string
}

type Row = [what: string, path: string, sent?: (known: Known) => Sent]

const { email } = KATHERINE
const json = (body: unknown, headers: Record<string, string>): Sent => ({
  method: "POST",
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body),
})
const mine = ({ cookie, origin }: Known) => ({ cookie, origin })

/** What reaches the service through a framework's own reading of paths, headers and bodies; the last one signs out. */
const ROWS: Row[] = [
  ["a visitor's session", "/session"],
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
  ["a sign-out", "/signout", (known) => form({ csrfToken: known.csrfToken, callbackUrl: "/bye" }, mine(known))],
]

const COMPARED = [
  "location",
  "content-type",
  "cache-control",
  "content-security-policy",
  "referrer-policy",
  "x-frame-options",
]

/** An answer without what is another one each time. */
function comparable({ status, cookies, headers, text }: Answer, { origin, service }: Harbour) {
  const plain = (value: unknown) =>
    String(value ?? "")
      .replaceAll(service, "{service}")
      .replaceAll(encodeURIComponent(origin), "{origin}")
      .replaceAll(origin, "{origin}")
      .replaceAll(/http(:|%3A)(\/|%2F){2}localhost(:|%3A)\d+/g, "{issuer}")
      .replaceAll(/(state|nonce|code_challenge)=[\w%.-]+/g, "$1=")
      .replaceAll(/[0-9a-f]{64}/g, "{token}")
      .replaceAll(/\.[0-9a-f]{12}\.(css|js)/g, ".$1") // the app has its own copy of them
      .replaceAll(/"expires":"[^"]+"/g, "{expires}")
      .replaceAll(/"id":"[\w-]{20,}"/g, "{id}")
  const lines = cookies.map((line) => line.replace(/(\.\w{10})?=[^;]*/, "=").replace(/expires=[^;]+/i, "expires="))
  return [status, plain(text), COMPARED.map((name) => [name, plain(headers[name])]), lines.toSorted()]
}

async function answersOf(harbour: Harbour) {
  const { origin, pathname } = new URL(harbour.service)
  const known = { ...(await enter(harbour.service)), origin }
  const answers: Record<string, unknown> = {}
  for (const [what, path, sent] of ROWS) {
    answers[what] = comparable(await ask(origin, pathname + path, sent?.(known)), harbour)
  }
  return answers
}

test("attack 305: what is asked of the service is answered as if no framework stood before it", async ({
  harbour,
  openBare,
}) => {
  const [expected, found] = await Promise.all([openBare().then(answersOf), answersOf(harbour)])
  for (const [what] of ROWS) expect([what, found[what]]).toEqual([what, expected[what]])
})
