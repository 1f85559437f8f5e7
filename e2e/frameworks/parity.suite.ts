import { expect, test, type Harbour } from "./harbour.ts"
import { ROWS } from "./parity-rows.ts"
import { ask, enter, type Answer } from "./wire.ts"

const COMPARED = [
  "location",
  "content-type",
  "cache-control",
  "content-security-policy",
  "referrer-policy",
  "x-frame-options",
]

/** Removes the parts of a response that differ each time. */
function comparable({ status, cookies, headers, text }: Answer, { origin, service }: Harbour) {
  const plain = (value: unknown) =>
    String(value ?? "")
      .replaceAll(service, "{service}")
      .replaceAll(encodeURIComponent(origin), "{origin}")
      .replaceAll(origin, "{origin}")
      .replaceAll(/http(:|%3A)(\/|%2F){2}localhost(:|%3A)\d+/g, "{issuer}")
      .replaceAll(/(state|nonce|code_challenge)=[\w%.-]+/g, "$1=")
      .replaceAll(/[0-9a-f]{64}/g, "{token}")
      .replaceAll(/\.[0-9a-f]{12}\.(css|js)/g, ".$1") // the app has its own copy of these files
      .replaceAll(/"expires":"[^"]+"/g, "{expires}")
      .replaceAll(/"id":"[\w-]{20,}"/g, "{id}")
  const lines = cookies.map((line) => line.replace(/(\.\w{10})?=[^;]*/, "=").replace(/expires=[^;]+/i, "expires="))
  return [status, plain(text), COMPARED.map((name) => [name, plain(headers[name])]), lines.toSorted()]
}

async function fetchAnswers(harbour: Harbour) {
  const { origin, pathname } = new URL(harbour.service)
  const known = { ...(await enter(harbour.service)), origin }
  const answers: Record<string, unknown> = {}
  for (const [what, path, sent] of ROWS) {
    answers[what] = comparable(await ask(origin, pathname + path, sent?.(known)), harbour)
  }
  return answers
}

test("responds behind a framework exactly as without one (threat 305)", async ({ harbour, openBare }) => {
  const [expected, found] = await Promise.all([openBare().then(fetchAnswers), fetchAnswers(harbour)])
  for (const [what] of ROWS) expect([what, found[what]]).toEqual([what, expected[what]])
})

test("rejects malformed hosts and request targets for another host (threat 260)", async ({ harbour }) => {
  const base = new URL(harbour.service).pathname
  const { host } = new URL(harbour.origin)
  for (const name of [`${host}@evil.test`, `evil.test:80@${host}`, "evil test", "[::1]:evil", `${host}, evil.test`]) {
    for (const path of [`${base}/providers`, `${base}/signin`, "/protected"]) {
      const { text, headers } = await ask(harbour.origin, path, { headers: { host: name } })
      expect([name, path, (text + JSON.stringify(headers)).includes("evil")]).toEqual([name, path, false])
    }
  }
  // Next and Qwik City respond to a URL with another host themselves, and name the host
  const { text, status } = await ask(harbour.origin, `http://evil.test${base}/providers`)
  expect([status, text.includes("evil")]).not.toEqual([200, true])
})
