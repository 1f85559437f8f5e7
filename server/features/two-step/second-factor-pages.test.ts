import { expect, test } from "vitest"
import { ADA, pauseService, signedIn } from "../../test-kit/pause-service.ts"
import { ATTEMPT, location, protectedAda, STEP } from "./protected-ada.fixture.ts"

test("a request asks the app once whether a second factor is required", async () => {
  const asked: unknown[] = []
  const required = ({ user }: { user: unknown }) => asked.push(user) > 0
  const { adapter, ada, browser, prove } = await pauseService({ config: { secondFactor: { required }, steps: [] } })
  for (const { credentialID } of await adapter.listAuthenticatorsByUserId(ada.id))
    await adapter.deleteAuthenticator(credentialID)
  expect(location(await prove(browser(), "credentials"))).toBe("https://app.test/auth/step/prove-mailbox")
  expect(asked).toHaveLength(1)
})

test("if `required` fails, a second factor is needed (threat 410)", async () => {
  const required = () => Promise.reject(new Error("The database is down"))
  const { browser, prove } = await pauseService({ config: { secondFactor: { required }, steps: [] } })
  expect(location(await prove(browser(), "magic link"))).toBe(STEP)
})

test("the attempt's cookie is gone after the second factor", async () => {
  const { browser, prove, answer, code } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  await answer(client, { method: "totp", code: await code() })
  expect(client.jar.has(ATTEMPT)).toBe(false)
})

test("its pages work without a script", async () => {
  const { browser, prove } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const html = await (await client.get("/step/second-factor?method=totp&error=InvalidCode")).text()
  expect(html).toContain('action="/auth/step/second-factor')
  expect(html).toContain('name="attempt"')
  expect(html).toContain("That code is incorrect")
  expect(html).not.toContain(ADA.email)
})

test("its pages are never stored, and never shown in a frame (threats 421, 439)", async () => {
  const { browser, prove } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const page = await client.get("/step/second-factor")
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
  for (const response of [page, await client.get("/step", { accept: "application/json" })])
    expect(response.headers.get("cache-control")).toContain("no-store")
})

test("a later or unknown step's page leads to the open one (threat 407)", async () => {
  const { browser, prove, open } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const { attempt = "", csrfToken = "" } = await open(client)
  for (const step of ["enroll-totp", "recovery-codes", "prove-mailbox"]) {
    expect(location(await client.get(`/step/${step}`))).toBe(STEP)
    expect(location(await client.post(`/step/${step}`, { attempt, csrfToken }))).toBe(STEP)
  }
  expect(await signedIn(client)).toBeNull()
})

test("a user who identifies as another user starts again, with none of the earlier proofs (threat 406)", async () => {
  const { adapter, browser, issuer, prove, answer, code, step, auth } = await protectedAda({}, "jwt", [
    { id: "terms", url: "/terms", needed: () => step.needed as boolean },
  ])
  step.needed = true
  const client = browser()
  await prove(client, "credentials")
  expect(location(await answer(client, { method: "totp", code: await code() }))).toBe("https://app.test/terms")
  const eve = { sub: "eve", email: "eve@app.test", email_verified: true, name: "Eve" }
  const started = await client.post("/signin/acme", { csrfToken: await client.csrfToken() })
  await client.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", eve)}`)
  const { step: open } = await auth.openStep(client.request("/terms"))
  step.needed = false
  const fields = { csrfToken: await client.csrfToken(), attempt: open?.fields.attempt ?? "" }
  await client.post("/step/terms", fields)
  expect(await signedIn(client)).toBe("eve@app.test")
  expect(open?.userId).toBe((await adapter.getUserByEmail("eve@app.test"))?.id)
})

test("a mailed code finishes nothing in another browser, and its link shows the sign-in page there (threat 412)", async () => {
  const { browser, prove, answer, newest } = await protectedAda({ emailCode: true })
  const client = browser()
  await prove(client, "credentials")
  await answer(client, { method: "email" })
  const phone = browser()
  expect(location(await phone.get(newest().url))).toBe("https://app.test/auth/signin")
  expect(await signedIn(client)).toBeNull()
  expect(await signedIn(phone)).toBeNull()
})

test("choosing another method proves nothing (threat 408)", async () => {
  const { browser, prove, answer, open } = await protectedAda({ emailCode: true })
  const client = browser()
  await prove(client, "credentials")
  await client.get("/step/second-factor?method=recovery")
  await answer(client, {})
  await answer(client, { method: "email" })
  await answer(client, { method: "totp", code: "" })
  expect((await open(client))["step"]).toBe("second-factor")
  expect(await signedIn(client)).toBeNull()
})
