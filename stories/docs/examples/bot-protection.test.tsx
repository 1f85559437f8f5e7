import "./environment.fixture.ts" // before the examples, which read it
import { createHash } from "node:crypto"
import type { AddressInfo } from "node:net"
import { renderToStaticMarkup } from "react-dom/server"
import { SessionProvider } from "latchkit/react"
import { expect, onTestFinished, test, vi } from "vitest"
import { createChallenge, isSolved } from "./bot-protection/proof-of-work.ts"
import { app } from "./bot-protection/server.ts"
import { SignUpWithProof } from "./bot-protection/sign-up.tsx"

/** Solves a challenge as the browser does. */
function solve(challenge: string): string {
  const bits = Number(challenge.split(".")[0])
  for (let solution = 0; ; solution++) {
    const proof = `${challenge}~${solution}`
    if (Math.clz32(createHash("sha256").update(proof).digest().readUInt32BE()) >= bits) return proof
  }
}

test("a proof works once", () => {
  const proof = solve(createChallenge())
  expect([isSolved(proof), isSolved(proof), isSolved(`${proof}0`)]).toEqual([true, false, false])
})

test("a proof without work, of an easier challenge or of none of ours is rejected", () => {
  const challenge = createChallenge()
  const easier = challenge.replace(/^\d+/, "0")
  const later = challenge.replace(/\.(\d+)/, (_, end: string) => `.${Number(end) + 1}`)
  const wrong = [undefined, "", "~", challenge, `${challenge}~`, solve(easier), solve(later), solve(`${challenge}A`)]
  expect(wrong.map((proof) => isSolved(proof))).not.toContain(true)
})

test("a proof expires", () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const proof = solve(createChallenge())
  vi.advanceTimersByTime(10 * 60_000 + 1)
  expect(isSolved(proof)).toBe(false)
})

test("the Express app of the guide serves the challenge, the script and a page that loads it", async () => {
  const server = app.listen(0, "localhost")
  await new Promise((listening) => server.once("listening", listening))
  const url = `http://localhost:${(server.address() as AddressInfo).port}` // it listens on TCP
  const page = await (await fetch(`${url}/auth/sign-up`)).text()
  expect(page).toMatch(/<proof-of-work><\/proof-of-work><button/)
  const src = /src="(\/proof[^"]*)"/.exec(page)?.[1]
  expect(await (await fetch(`${url}${src}`)).text()).toContain('customElements.define("proof-of-work"')
  const challenge = await fetch(`${url}/challenge`, { method: "POST" })
  expect(challenge.headers.get("cache-control")).toBe("no-store")
  expect(isSolved(solve(await challenge.text()))).toBe(true)
  await new Promise((closed) => server.close(closed))
})

test("the browser's element solves a challenge of the server", async () => {
  const defined: (new () => { start(): Promise<string> })[] = []
  vi.stubGlobal(
    "HTMLElement",
    class {
      attachInternals() {
        return {}
      }
    },
  )
  vi.stubGlobal("customElements", { define: (_: string, element: (typeof defined)[0]) => void defined.push(element) })
  vi.stubGlobal("fetch", async () => new Response(createChallenge()))
  onTestFinished(() => void vi.unstubAllGlobals())
  await import("./bot-protection/proof-of-work.js")
  const proof = await defined.map((Element) => new Element().start())[0]
  expect(isSolved(proof)).toBe(true)
})

test("the card of the guide has the element above its button", () => {
  const html = renderToStaticMarkup(
    <SessionProvider session={null}>
      <SignUpWithProof />
    </SessionProvider>,
  )
  expect(html).toMatch(/<proof-of-work><\/proof-of-work><button/)
})
