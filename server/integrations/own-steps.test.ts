import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import type { OpenStep } from "../core/steps/row.ts"
import type { AuthConfig } from "../service/config.ts"
import { ATTEMPT_COOKIE } from "../core/cookies/names.ts"
import { getToken } from "../jwt.ts"
import { FRAMEWORK_APPS, type FrameworkApp } from "../test-kit/framework-apps.ts"
import { ADA, pauseService, signedIn, type Browser } from "../test-kit/pause-service.ts"

const TERMS = "https://app.test/terms"
const STEP = "https://app.test/auth/step/terms"

beforeEach(() => void vi.stubEnv("AUTH_URL", "https://app.test/auth"))
afterEach(() => void vi.unstubAllEnvs())

/** Pauses a sign-in that the app's server action starts, in a browser without cookies. */
async function pausedApp(
  serve: (typeof FRAMEWORK_APPS)[keyof typeof FRAMEWORK_APPS],
  config: Partial<AuthConfig> = {},
) {
  const app: { running?: FrameworkApp } = {}
  const service = await pauseService({
    config: { rateLimit: false, ...config },
    serve: async (settings) => (app.running = await serve(settings)),
  })
  onTestFinished(() => app.running?.close?.())
  const client = service.browser()
  const page = async (of: Browser = client) => (await (await of.get(TERMS)).json()) as OpenStep | null // what `openStep` returned
  const before = await page()
  await service.prove(client, "credentials", {
    mode: serve === FRAMEWORK_APPS["no framework"] ? "form" : "server action",
  })
  return { ...service, client, page, before }
}

/** Returns the fields of the form, as the app's page renders it. */
function readFields(step: OpenStep | null): Record<string, string> {
  const { csrfToken = "", attempt } = step?.fields ?? expect.fail("no open step")
  return { csrfToken, attempt }
}

/** Returns every session that the browser, the app's page or a script can read. */
async function readSessions(client: Browser): Promise<unknown[]> {
  const json = async (path: string) => (await (await client.get(path)).json()) as unknown
  const token = await getToken({ req: client.request("/terms"), secret: "s".repeat(32) })
  return [await json("/session"), await json("/account"), await json("https://app.test/who"), token]
}

const NO_SESSION = [null, null, null, null]

type Completion = (client: Browser, fields: Record<string, string>, stranger: Browser) => Promise<unknown>

const INVALID_COMPLETIONS: Record<string, Completion> = {
  "by GET": (client, fields) => client.get(`${STEP}?${new URLSearchParams({ ...fields, accept: "yes" })}`),
  "without a CSRF token": (client, { csrfToken: _, ...fields }) => client.post(STEP, { ...fields, accept: "yes" }),
  "from another site": (client, fields) =>
    client.post(STEP, { ...fields, accept: "yes" }, { origin: "https://evil.test", "sec-fetch-site": "cross-site" }),
  "for another step": (client, fields) => client.post("/step/second-factor", { ...fields, accept: "yes" }),
  "for another attempt": (client, fields) => client.post(STEP, { ...fields, attempt: "0".repeat(16), accept: "yes" }),
  async "without the attempt's cookie"(client, fields, stranger) {
    for (const [name, cookie] of client.jar) if (!name.endsWith(ATTEMPT_COOKIE)) stranger.jar.set(name, cookie)
    return stranger.post(STEP, { ...fields, accept: "yes" })
  },
}

describe.each(Object.entries(FRAMEWORK_APPS))("`openStep` of %s", (_, serve) => {
  test("returns the user's id and the form, and there is no session anywhere (threat 419)", async () => {
    const { ada, before, client, page } = await pausedApp(serve)
    expect(before).toBeNull()
    expect(await page()).toEqual({
      userId: ada.id,
      step: "terms",
      action: STEP,
      fields: { csrfToken: expect.any(String), attempt: expect.stringMatching(/^[0-9a-f]{16}$/) },
    })
    expect(await readSessions(client)).toEqual(NO_SESSION)
  })

  test.each(Object.entries(INVALID_COMPLETIONS))("isn't completed %s (threat 419)", async (__, complete) => {
    const { browser, client, events, page, step } = await pausedApp(serve)
    const stranger = browser()
    await complete(client, readFields(await page()), stranger)
    for (const one of [client, stranger]) expect(await readSessions(one)).toEqual(NO_SESSION)
    expect([step.handled, events]).toEqual([[], []])
    expect((await page())?.step).toBe("terms")
  })

  test("is completed by its form, which runs `needed` again (threat 419)", async () => {
    const { client, page, step } = await pausedApp(serve)
    const rejected = await client.post(STEP, readFields(await page()))
    expect([rejected.headers.get("location"), step.handled]).toEqual([TERMS, [{}]])
    expect(await readSessions(client)).toEqual(NO_SESSION)
    const completed = await client.post(STEP, { ...readFields(await page()), accept: "yes" })
    expect(completed.headers.get("location")).toBe("https://app.test/")
    expect(await signedIn(client)).toBe(ADA.email)
    expect(await page()).toBeNull()
  })

  test("has the cookie of its form, also if the app renamed it", async () => {
    const { client, page } = await pausedApp(serve, { cookies: { csrfToken: { name: "csrf" } } })
    await client.post(STEP, { ...readFields(await page()), accept: "yes" })
    expect(await signedIn(client)).toBe(ADA.email)
  })
})
