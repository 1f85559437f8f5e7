import { expect, test } from "vitest"
import { FULL } from "./account.fixture.ts"
import { accountCard, accountConnectionsCard, accountEmailCard } from "../html/index.ts"

const count = (html: string, text: string) => html.replace(/<[^>]*>/g, "\n").split(text).length - 1

test("the account card says each fact once, and leads to its parts without a script", () => {
  const html = accountCard({ details: FULL, siteName: "Acme" })
  expect(count(html, FULL.user.name ?? "")).toBe(1)
  expect(count(html.replaceAll(/<wbr>|<\/?span>/g, ""), "ada@example.com\n")).toBe(1)
  expect(html.match(/>(?:<span[^>]*>)?Password</g)).toHaveLength(1)
  const links = [...html.matchAll(/class="auth-link" href="#([\w-]+)"/g)].map(([, id]) => id)
  expect(links).toHaveLength(3)
  for (const id of links) expect(html).toContain(` id="${id}"`)
})

test("a card of all sign-in methods lists email and password too", () => {
  const html = accountConnectionsCard({ details: FULL })
  expect(html).toContain("Password")
  expect(html).toContain("Email")
})

test("a user who can't change the profile still sees who is signed in", () => {
  const { profile: _profile, email: _email, deletion: _deletion, ...details } = FULL
  const html = accountCard({ details })
  expect(html).toContain(FULL.user.name)
  expect(count(html.replaceAll(/<wbr>|<\/?span>/g, ""), "ada@example.com")).toBe(1)
})

test("a user without passkeys sees a row with the button that adds one", () => {
  const html = accountCard({ details: { ...FULL, passkeys: [] } })
  expect(html).toMatch(/data-key="no-passkey".*Not set up.*data-passkey=""/)
})

test.each([undefined, null, FULL])("the title of a section is the same before its rows are there: %#", (details) => {
  expect(accountEmailCard({ details, idPrefix: "kit" })).toContain('class="auth-heading" id="kit-title"')
})
