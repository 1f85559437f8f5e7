import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { enrollAuthenticatorApp } from "../../testing/authenticator-app.ts"
import { GRACE, passwordAccountService, signedIn, type Browser } from "../../test-kit/password-account-service.ts"

const SCRIPT = { accept: "application/json" }
const NOW = Date.UTC(2026, 0, 1)

/** Grace with this many authenticator apps, and a wrong code. */
async function graceWith(apps: number) {
  const adapter = MemoryAdapter()
  const service = passwordAccountService({ adapter, config: { secondFactor: {}, clock: () => NOW } })
  await service.signUp(service.browser())
  const { id } = (await adapter.getUserByEmail(GRACE.email)) ?? expect.fail("no user")
  const settings = { adapter, secret: "s".repeat(32), secondFactor: {}, clock: () => NOW, providers: [] }
  const url = { url: "https://app.test/auth" }
  const enrolled = []
  for (let count = 0; count < apps; count++)
    enrolled.push(await enrollAuthenticatorApp(settings, { id, email: GRACE.email }, url))
  const codes = await Promise.all(enrolled.map((app) => app.code()))
  const wrong = ["000000", "111111", "222222"].find((code) => !codes.includes(code)) ?? ""
  const enter = async () => {
    const from = service.browser()
    await service.signIn(from)
    return from
  }
  const guess = async (from: Browser, code = wrong) => {
    const { attempt = "" } = (await (await from.get("/step", SCRIPT)).json()) as Record<string, string> // its props
    const response = await service.post(from, "/step/second-factor", { attempt, method: "totp", code })
    return response.headers.get("location")?.includes("RateLimited") ? "limited" : "checked"
  }
  return { enter, guess, codes }
}

test.each([
  [1, 20],
  [4, 5],
  [10, 2],
])(
  "a guess against %d authenticator apps costs as many tries: %d guesses a day (threat 566)",
  async (apps, guesses) => {
    const { enter, guess } = await graceWith(apps)
    const results = []
    for (let turn = 0; turn <= guesses; turn++) results.push(await guess(await enter()))
    expect(results).toEqual([...Array.from({ length: guesses }, () => "checked"), "limited"])
  },
)

test("the owner of ten authenticator apps signs in with any of them", async () => {
  const { enter, guess, codes } = await graceWith(10)
  const from = await enter()
  await guess(from, codes[9])
  expect(await signedIn(from)).toBe(GRACE.email)
})
