import type { Component } from "svelte"
import { render } from "svelte/server"
import { expect, test } from "vitest"
import { signInCard, signOutCard } from "./html/index.ts"
import { SignIn, SignOut } from "./svelte/index.ts"
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

test("translates a code that a form action returns, as Qwik's does", () => {
  expect(card(["CredentialsSignin"])).toContain("Wrong email or password. Try again.")
  expect(card(["CredentialsSignin"], { messages: de })).toContain(de.errors?.CredentialsPassword)
  expect(card(["CredentialsSignin"])).not.toContain("CredentialsSignin")
})

test("marks the password as wrong after such a code", () => {
  expect(card(["CredentialsSignin"])).toMatch(/<input[^>]*type="password"[^>]*aria-invalid="true"/)
  expect(card(["EmailSignin"])).not.toContain("aria-invalid")
})

test("shows the app's own message unchanged, under any key", () => {
  expect(card(["We are closed today."])).toContain("<p>We are closed today.</p>")
  expect(card(["constructor"])).toContain("<p>constructor</p>")
})

test("sends the redirect target to an app's form action under the name that it reads", () => {
  const redirectTo = '<input type="hidden" name="redirectTo" value="/bye"'
  expect(signOutCard({ action: "/signout", callbackUrl: "/bye" })).toContain(redirectTo)
  expect(signOutCard({ callbackUrl: "/bye" })).not.toContain(redirectTo)
})

test.each(["signin", "/signin"])("posts the forms to the SvelteKit page named %j", (page) => {
  const print = (component: unknown, props: object) => render(component as Component, { props }).body
  const signIn = print(SignIn, { providers: [password], signInPage: page, callbackUrl: "/journal" })
  expect(signIn).toMatch(/<form[^>]*action="\/signin"/)
  expect(signIn).toContain('name="providerId" value="credentials"')
  expect(print(SignOut, { signOutPage: page })).toMatch(/<form[^>]*action="\/signin"/)
  expect(print(SignOut, {})).toMatch(/<form[^>]*action="\/auth\/signout"/)
})
