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
    "attack 1: another origin",
    ["https://evil.test", "http://app.test/", "https://app.test:444/", "https://sub.app.test/"],
  ],
  [
    "attack 2: a host that begins or ends alike",
    [
      "https://app.test.evil.test",
      "https://app.testevil.test",
      "https://evil.test/app.test",
      "https://evil.test?app.test",
      "https://app.test%2eevil.test",
    ],
  ],
  ["attack 3: user information", ["https://app.test@evil.test", "https://user:pw@app.test/"]],
  ["attack 4: a path that is a host", ["//evil.test", "///evil.test", "////evil.test", "https://app.test//evil.test"]],
  ["attack 5: dots that leave two slashes", ["/.//evil.test", "/..//evil.test", "/a/../..//evil.test"]],
  [
    "attack 6: backslashes",
    ["/\\evil.test", "\\\\evil.test", "\\/evil.test", "https:\\\\evil.test", "https://app.test\\@evil.test"],
  ],
  [
    "attack 8: control characters",
    ["\t/x", "/x\ny", "\r//evil.test", "/\0", "/\u0085x", "\u00a0/x", "/\u2028", "\ufeff/x", "java\nscript:alert(1)"],
  ],
  [
    "attack 9: other schemes",
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
  ["attack 10: an origin inside another scheme", ["blob:https://app.test/uuid", "filesystem:https://app.test/x"]],
  [
    "attack 11: a scheme without its slashes",
    ["https:app.test", "https:/evil.test", "https:///app.test", "http:evil.test", "//app.test@evil.test"],
  ],
  [
    "attack 12: a host in other letters",
    [
      "https://app。evil.test",
      "https://ａｐｐ.evil.test",
      "https://аpp.test",
      "https://%65vil.test",
      "https://app.test／evil",
      "https://evil.test/\u00ad",
    ],
  ],
  ["attack 14: what is no text", [{ a: 1 }, ["/a"], 1, null, undefined, true]],
  ["attack 15: more than a cookie holds", [`/${"x".repeat(2048)}`, `/${"x".repeat(100_000)}`, `/${"ü".repeat(1000)}`]],
]
test.each(REJECTED)("rejects %s", (_, candidates) => {
  for (const candidate of candidates) expect(sameOriginUrl(candidate, SITE)).toBeNull()
})

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
