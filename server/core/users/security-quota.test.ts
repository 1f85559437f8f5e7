import { expect, test, vi } from "vitest"
import { Password } from "../../providers/password.ts"
import type { AccountEmail } from "../../providers/types.ts"
import { FAST_HASH } from "../../test-kit/password-account-service.ts"
import { ADA, pauseService, type Browser } from "../../test-kit/pause-service.ts"

/** Ada, who is signed in, and counts of the emails to her. */
async function signedInAda() {
  const service = await pauseService({ more: [Password({ hash: FAST_HASH })], config: { steps: [] } })
  const { browser, prove, notices } = service
  const ada = browser()
  await prove(ada, "magic link")
  const post = async (from: Browser, path: string, fields: Record<string, string>) =>
    from.post(path, { csrfToken: await from.csrfToken(), ...fields })
  const change = (password: string) =>
    post(ada, "/account", { change: password ? "set-password" : "remove-password", password })
  const count = (kind: AccountEmail["kind"]) => notices.filter((one) => one.kind === kind).length
  const requestLink = async () => (await post(browser(), "/signin/email", { email: ADA.email })).status
  return { change, count, requestLink }
}

test("a flood of sign-in emails suppresses no security email (threat 495)", async () => {
  const { change, count, requestLink } = await signedInAda()
  const results = await Promise.all(Array.from({ length: 20 }, requestLink))
  expect(results.filter((status) => status === 429).length).toBeGreaterThan(10)
  await change("Ada's first own password")
  await vi.waitFor(() => expect(count("password-added")).toBe(1))
})

test("a thief can't use up the emails about new sign-in methods, and then keep one that no email names (threat 495)", async () => {
  const { browser, prove, notices, issuer } = await pauseService({ config: { steps: [] } })
  const thief = browser()
  await prove(thief, "magic link")
  const link = async (sub: string) => {
    const started = await thief.post("/signin/acme", { csrfToken: await thief.csrfToken() })
    await thief.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", { sub })}`)
  }
  for (let round = 0; round < 25; round++) await link(`thief ${round}`)
  const emails = () => notices.filter(({ kind }) => kind === "account-linked")
  await vi.waitFor(() => expect(emails()).toHaveLength(25))
  const token = new URL(emails().at(-1)?.url ?? "").searchParams.get("token") ?? ""
  const owner = browser()
  expect((await owner.get(`/undo?token=${token}`, { accept: "application/json" })).status).toBe(200)
})

test("a flood of security emails ends, and suppresses neither a sign-in email nor another kind (threat 495)", async () => {
  const { change, count, requestLink } = await signedInAda()
  for (let round = 0; round < 25; round++) await change(round % 2 ? "" : `Ada's own password ${round}`)
  await vi.waitFor(() => expect([count("password-added"), count("password-removed")]).toEqual([13, 12]))
  for (let round = 25; round < 60; round++) await change(round % 2 ? "" : `Ada's own password ${round}`)
  await vi.waitFor(() => expect([count("password-added"), count("password-removed")]).toEqual([20, 20]))
  expect(await requestLink()).toBe(302)
})
