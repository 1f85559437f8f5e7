import { expect, test } from "vitest"
import { signInCard } from "./html/index.ts"
import { de } from "./view/messages/de.ts"
import type { SignInProvider } from "./view/types.ts"

const password: SignInProvider = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  signinUrl: "/auth/signin/credentials",
  callbackUrl: "/auth/callback/credentials",
  credentials: { email: { type: "email" }, password: { type: "password" } },
}
const card = (formErrors: string[], more = {}) =>
  signInCard({
    providers: [password],
    action: "?/signin",
    result: { failed: true, fieldErrors: {}, formErrors },
    ...more,
  })

test("a code that a form action answers, as Qwik's does, is said in words", () => {
  expect(card(["CredentialsSignin"])).toContain("That email and password do not match. Check both and try again.")
  expect(card(["CredentialsSignin"], { messages: de })).toContain(de.errors.CredentialsPassword)
  expect(card(["CredentialsSignin"])).not.toContain("CredentialsSignin")
})

test("and marks the password that is to be typed again", () => {
  expect(card(["CredentialsSignin"])).toMatch(/<input[^>]*type="password"[^>]*aria-invalid="true"/)
  expect(card(["EmailSignin"])).not.toContain("aria-invalid")
})

test("a sentence of the host's own stands as it is, whatever it is called", () => {
  expect(card(["We are closed today."])).toContain("<p>We are closed today.</p>")
  expect(card(["constructor"])).toContain("<p>constructor</p>")
})
