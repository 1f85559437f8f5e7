import "./environment.fixture.ts"
import { createAuth } from "latchkit/server"
import { cookieClient } from "latchkit/testing"
import { expect, test, vi } from "vitest"
import { adapter, config, database } from "./sign-up-fields/auth.ts"

const codes: (string | undefined)[] = []
const mail = {
  ...{ id: "email", name: "Email", type: "email" as const },
  sendVerificationRequest: () => undefined,
  sendAccountEmail: ({ code }: { code?: string | undefined }) => void codes.push(code),
}
const auth = createAuth(
  { ...config, providers: [...(config.providers ?? []).slice(0, 1), mail] },
  { env: { AUTH_URL: "https://app.test", AUTH_SECRET: "s".repeat(32) } },
)
const typed = { name: "Grace", email: "grace@example.com", password: "correct horse battery staple" }

test("a field of the sign-up form lands in the user's row and in the session, and a wrong value creates no user", async () => {
  await adapter.migrate()
  database.exec("alter table auth_users add column company text")
  const browser = cookieClient(auth)
  expect(await (await browser.get("/sign-up")).text()).toMatch(/<label[^>]*>Company<[\s\S]*name="company"[^>]*required/)
  const signUp = async (fields: Record<string, string>) =>
    browser.post("/sign-up", { csrfToken: await browser.csrfToken(), ...fields })

  await signUp({ ...typed, company: "x".repeat(81) })
  await signUp({ ...typed, company: "Univac" })
  await vi.waitFor(() => expect(codes).toHaveLength(1))
  await signUp({ code: codes[0] ?? "" })
  const rows = database.prepare("select email, company from auth_users").all()
  expect(rows).toMatchObject([{ email: "grace@example.com", company: "Univac" }])
  expect((await auth.getSession(browser.request("/")))?.user.company).toBe("Univac")
})
