import fc from "fast-check"
import { expect, test } from "vitest"
import { sameOriginUrl } from "./redirect-url.ts"

const SITE = "https://app.test"

test.each([
  ["/private", "https://app.test/private"],
  ["private?a=1#b", "https://app.test/private?a=1#b"],
  ["https://app.test", "https://app.test/"],
  ["https://APP.test:443/x", "https://app.test/x"],
])("allows %s as the site's own", (candidate, wanted) => expect(sameOriginUrl(candidate, SITE)).toBe(wanted))

const REJECTED: [string, unknown[]][] = [
  [
    "another origin (threat 1)",
    ["https://evil.test", "http://app.test/", "https://app.test:444/", "https://sub.app.test/"],
  ],
  [
    "a host with the same start or end (threat 2)",
    [
      "https://app.test.evil.test",
      "https://app.testevil.test",
      "https://evil.test/app.test",
      "https://evil.test?app.test",
      "https://app.test%2eevil.test",
    ],
  ],
  ["user information (threat 3)", ["https://app.test@evil.test", "https://user:pw@app.test/"]],
  [
    "a path that browsers read as a host (threat 4)",
    ["//evil.test", "///evil.test", "////evil.test", "https://app.test//evil.test"],
  ],
  ["dot segments that leave two slashes (threat 5)", ["/.//evil.test", "/..//evil.test", "/a/../..//evil.test"]],
  [
    "backslashes (threat 6)",
    ["/\\evil.test", "\\\\evil.test", "\\/evil.test", "https:\\\\evil.test", "https://app.test\\@evil.test"],
  ],
  [
    "control characters (threat 8)",
    ["\t/x", "/x\ny", "\r//evil.test", "/\0", "/\u0085x", "\u00a0/x", "/\u2028", "\ufeff/x", "java\nscript:alert(1)"],
  ],
  [
    "other schemes (threat 9)",
    [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "vbscript:x",
      "data:text/html,x",
      "file:///etc/passwd",
      "about:blank",
      "intent:x",
      "mailto:a@b.c",
      "myapp://x",
    ],
  ],
  ["an origin inside another scheme (threat 10)", ["blob:https://app.test/uuid", "filesystem:https://app.test/x"]],
  [
    "a scheme without its slashes (threat 11)",
    ["https:app.test", "https:/evil.test", "https:///app.test", "http:evil.test", "//app.test@evil.test"],
  ],
  [
    "a host in lookalike or encoded letters (threat 12)",
    [
      "https://app。evil.test",
      "https://ａｐｐ.evil.test",
      "https://аpp.test",
      "https://%65vil.test",
      "https://app.test／evil",
      "https://evil.test/\u00ad",
    ],
  ],
  ["a value that isn't a string (threat 14)", [{ a: 1 }, ["/a"], 1, null, undefined, true]],
  [
    "a URL that doesn't fit in a cookie (threat 15)",
    [`/${"x".repeat(2048)}`, `/${"x".repeat(100_000)}`, `/${"ü".repeat(1000)}`],
  ],
]
test.each(REJECTED)("rejects %s", (_, candidates) => {
  for (const candidate of candidates) expect(sameOriginUrl(candidate, SITE)).toBeNull()
})

test.each(["https://app.test/search?q=C:\\Users\\ada", "/logs?filter=\\d+", "/app#/files\\x"])(
  "allows a backslash after the path, where it has no meaning: %s",
  (candidate) => expect(sameOriginUrl(candidate, SITE)).toBe(new URL(candidate, SITE).href),
)

test("every allowed URL is on the site for every parser, and has one normalized form", () => {
  const pieces = fc.constantFrom(
    "/",
    "\\",
    "//",
    ".",
    "..",
    "@",
    ":",
    "?",
    "#",
    "https:",
    "http:",
    "app.test",
    "evil.test",
    "%2f",
    "%5c",
    "\t",
    " ",
    "javascript:",
    "x",
  )
  const candidates = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.webUrl(),
    fc.string(),
  )
  fc.assert(
    fc.property(candidates, (candidate) => {
      const allowed = sameOriginUrl(candidate, SITE)
      if (allowed === null) return
      expect(allowed.startsWith(`${SITE}/`)).toBe(true)
      expect(new URL(allowed).href).toBe(allowed)
      const path = new URL(allowed).pathname
      expect(new URL(path, SITE).origin).toBe(SITE)
    }),
    { numRuns: 5000 },
  )
})
