import { describe, expect, it } from "vitest"
import { TokenCache } from "./token-cache.ts"

describe("TokenCache", () => {
  it("keeps a token that comes for the second time", () => {
    const cache = new TokenCache()
    cache.set("first-token", "Ada")
    expect(cache.get("first-token")).toBeUndefined()
    cache.set("first-token", "Ada")
    expect(cache.get("first-token")).toBe("Ada")
  })

  it("never returns the plaintext of another token, even with the same end", () => {
    const cache = new TokenCache()
    for (let times = 0; times < 2; times++) cache.set("a.same-tag", "Ada")
    expect(cache.get("b.same-tag")).toBeUndefined()
    for (let times = 0; times < 2; times++) cache.set("b.same-tag", "Bob")
    expect(cache.get("b.same-tag")).toBe("Bob")
    expect(cache.get("a.same-tag")).toBeUndefined()
  })

  it("keeps a token while thousands of others come once", () => {
    const cache = new TokenCache()
    for (let times = 0; times < 2; times++) cache.set("kept-token", "Ada")
    for (let other = 0; other < 5000; other++) cache.set(`once-${other.toString(36).padStart(8, "x")}`, "Eve")
    expect(cache.get("kept-token")).toBe("Ada")
  })

  it("takes short and empty tokens", () => {
    const cache = new TokenCache()
    for (let times = 0; times < 2; times++) cache.set("", "nothing")
    expect(cache.get("")).toBe("nothing")
  })
})
