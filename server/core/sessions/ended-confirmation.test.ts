import { expect, test } from "vitest"
import { pauseService } from "../../test-kit/pause-service.ts"

test.each(["jwt", "database"] as const)(
  "a confirmation that is checked while the user signs out opens no %s session (threat 573)",
  async (strategy) => {
    const time = { now: Date.UTC(2026, 10, 22, 20) }
    const held = { go: Promise.withResolvers<void>(), reached: Promise.withResolvers<void>(), isOn: false }
    const service = await pauseService({
      strategy,
      config: { steps: [], rateLimit: false, clock: () => time.now },
      more: [
        {
          ...{ id: "own", name: "Own", type: "credentials" },
          credentials: { email: {}, password: { type: "password" } },
          async authorize() {
            if (held.isOn) held.reached.resolve()
            if (held.isOn) await held.go.promise
            return service.ada
          },
        },
      ],
    })
    const from = service.browser()
    await service.prove(from, "magic link")
    time.now += 3_600_000
    const csrfToken = await from.csrfToken()
    const card = await from.get("/confirm?max_age=600", { accept: "application/json" })
    const { attempt = "" } = (await card.json()) as Record<string, string> // the card's props
    held.isOn = true
    const cookie = from.cookieHeader()
    const body = new URLSearchParams({ csrfToken, attempt, method: "password", password: "x" })
    const url = "https://app.test/auth/confirm?max_age=600"
    const headers = { cookie, origin: "https://app.test" }
    const confirming = service.auth.handle(new Request(url, { method: "POST", headers, body }))
    expect(await Promise.race([held.reached.promise.then(() => "checking"), confirming])).toBe("checking")
    await from.post("/signout", { csrfToken })
    held.go.resolve()
    const lines = (await confirming).headers.getSetCookie()
    expect(lines.filter((line) => /session-token=[^;]/.test(line))).toEqual([])
  },
)
