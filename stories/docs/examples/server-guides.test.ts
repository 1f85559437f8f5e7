import "./environment.fixture.ts" // before the examples, which read it
import { describe, expect, test } from "vitest"
import { cookieClient, mintSession } from "latchkit/testing"
import { startMailServer } from "../../../server/test-kit/mail-server.ts"
import { adminAction } from "./administration/admin.ts"
import { makeAdmin } from "./administration/admins.ts"
import { auth as administration, config as administrated } from "./administration/auth.ts"
import { signInPage } from "./csp/server.ts"
import { auth as roles, config as withRoles } from "./roles/auth.ts"
import { setRole } from "./roles/members.ts"
import { adminPage } from "./roles/server.ts"

const SITE = "https://app.test"

const findUserId = async (auth: typeof administration | typeof roles, email: string) =>
  (await auth.users.getByEmail(email))?.id ?? ""

test("roles: only an admin sees the page, from the moment the role changes", async () => {
  const { headers } = await mintSession(withRoles, { name: "Ada", email: "ada@example.com" })
  const visit = async (init: RequestInit) => adminPage(new Request(`${SITE}/admin`, init))
  expect((await visit({})).status).toBe(404)
  expect((await visit({ headers })).status).toBe(404)
  await setRole(await findUserId(roles, "ada@example.com"), "admin")
  expect(await (await visit({ headers })).text()).toBe("Hello Ada")
})

describe("administration", () => {
  const signIn = async (email: string) => {
    const { headers } = await mintSession(administrated, { name: email, email })
    return { headers, id: await findUserId(administration, email) }
  }
  const post = (path: string, headers: HeadersInit) =>
    adminAction(new Request(`${SITE}${path}`, { method: "POST", headers }))

  test("an administrator disables a user, whose session ends at once", async () => {
    const [admin, user] = [await signIn("root@example.com"), await signIn("bob@example.com")]
    expect((await post(`/admin/users/${user.id}/disable`, admin.headers)).status).toBe(404)
    makeAdmin(admin.id)
    expect((await post(`/admin/users/${user.id}/disable`, user.headers)).status).toBe(404)
    expect((await post(`/admin/users/${user.id}/disable`, admin.headers)).status).toBe(204)
    expect(await administration.getSession({ headers: new Headers(user.headers) })).toBeNull()
    expect((await post("/admin/users/unknown/disable", admin.headers)).status).toBe(404)
  })

  test("an administrator acts as a user, and the session says so", async () => {
    const [admin, user] = [await signIn("chief@example.com"), await signIn("eve@example.com")]
    makeAdmin(admin.id)
    const response = await post(`/admin/users/${user.id}/act-as`, admin.headers)
    expect(response.status).toBe(303)
    const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0])
    const cookie = [new Headers(admin.headers).get("cookie"), ...cookies].join("; ")
    const session = await administration.getSession({ headers: new Headers({ cookie }) })
    expect(session).toMatchObject({ user: { email: "eve@example.com" }, actor: { email: "chief@example.com" } })
  })

  test("a request without a session gets the way to sign in", async () => {
    expect((await post("/admin/users/1/disable", {})).status).toBeGreaterThanOrEqual(300)
  })
})

test("content security policy: the page has no inline style without the nonce", async () => {
  const response = await signInPage(new Request(`${SITE}/login`))
  const html = await response.text()
  expect(html).toContain("Continue with GitHub")
  expect(html).not.toMatch(/ style="|<script(?! )/)
  const [, nonce = ""] = /<style nonce="([^"]+)">/.exec(html) ?? []
  expect(response.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`)
  expect(html).toContain("--auth-brand")
})

test("invitations: an administrator of the team invites, and no one else", async () => {
  const server = await startMailServer()
  process.env["SMTP_URL"] = server.url
  const { auth, config } = await import("./invitations/auth.ts")
  const { invite } = await import("./invitations/invite.ts")
  const { makeTeamAdmin } = await import("./invitations/teams.ts")
  const { headers } = await mintSession(config, { name: "Ada", email: "ada@example.com" })
  const ask = () =>
    invite(
      new Request(`${SITE}/team`, { method: "POST", headers, body: new URLSearchParams({ email: "new@example.com" }) }),
    )
  expect((await ask()).status).toBe(403)
  await makeTeamAdmin((await auth.users.getByEmail("ada@example.com"))?.id ?? "")
  expect(await (await ask()).json()).toEqual({ status: "sent" })
  await expect.poll(() => server.received.length).toBe(1)
  expect(server.received[0]?.mail.text).toContain("https://app.test/auth/sign-up")
  await server.close()
})

test("change of email: the account page offers it", async () => {
  const { auth } = await import("./change-of-email/auth.ts")
  expect((await cookieClient(auth).get("/change-email")).status).toBeLessThan(400)
  const { changeEmail } = await import("./change-of-email/button.ts")
  expect(changeEmail).toBeTypeOf("function")
})
