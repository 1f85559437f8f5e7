import { expect, test } from "vitest"
import { ADA, pauseService, signedIn } from "../../test-kit/pause-service.ts"

/** Ada links a provider in a browser, and must do a step before that is finished. */
async function linkingAda(strategy: "jwt" | "database") {
  const service = await pauseService({ strategy, config: { rateLimit: false } })
  const { adapter, ada, browser, prove, step } = service
  const [acme] = (await adapter.listAccounts(ada.id)).filter(({ provider }) => provider === "acme")
  if (!acme) throw new Error("Ada has no account at Acme")
  await adapter.unlinkAccount(acme)
  step.needed = false
  const from = browser()
  await prove(from, "magic link")
  step.needed = true
  expect((await prove(from, "oidc")).headers.get("location")).toBe("https://app.test/terms")
  return { ...service, from }
}

test.each(["jwt", "database"] as const)(
  "linking an account opens no %s session once the user signed out in that browser (threat 572)",
  async (strategy) => {
    const { from, submit } = await linkingAda(strategy)
    await from.post("/signout", { csrfToken: await from.csrfToken() })
    expect((await submit(from)).headers.get("location")).toContain("error=AttemptExpired")
    expect(await signedIn(from)).toBeNull()
  },
)

test("linking an account goes on after its step while the user is signed in", async () => {
  const { from, submit } = await linkingAda("jwt")
  expect((await submit(from)).headers.get("location")).toBe("https://app.test/")
  expect(await signedIn(from)).toBe(ADA.email)
})
