import { expect, test } from "vitest"
import { signInCard } from "../../components/html/index.ts"
import { fakeSignInProps } from "./stories.ts"

test("a card needs no server: it has fields for passwords, an email form, and a button for any other id", () => {
  const html = signInCard(fakeSignInProps(["password", "email", "gitlab", { id: "acme", name: "Acme SSO" }]))
  expect(html).toContain('action="/auth/callback/password"')
  expect(html).toMatch(/type="password"/)
  expect(html).toContain('formaction="/auth/signin/email"')
  expect(html).toMatch(/action="\/auth\/signin\/gitlab".*Continue with Gitlab/s)
  expect(html).toMatch(/action="\/auth\/signin\/acme".*Continue with Acme SSO/s)
  expect(html).toContain('href="/auth/forgot-password"')
})

test("more props show an error, and another base path", () => {
  const html = signInCard(fakeSignInProps(["github"], { error: "AccessDenied", basePath: "/api/auth" }))
  expect(html).toMatch(/role="alert"/)
  expect(html).toContain('action="/api/auth/signin/github"')
  expect(html).not.toContain("forgot-password")
})
