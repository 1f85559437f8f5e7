import { readFileSync } from "node:fs"
import { transform } from "esbuild"
import * as React from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { signIn, signInView, type SignInProps } from "./react/index.ts"

const password = { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } }
const props = {
  siteName: "Acme",
  csrfToken: "t",
  error: "CredentialsSignin",
  providers: [
    { id: "github", name: "GitHub", type: "oauth", signinUrl: "/auth/signin/github", callbackUrl: "/x" },
    {
      id: "own",
      name: "Own",
      type: "credentials",
      signinUrl: "/x",
      callbackUrl: "/auth/callback/own",
      credentials: password,
    },
  ],
} as const satisfies SignInProps

test("the sign-in of one's own in the README is one, as it is written", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
  const [, code = ""] = /\n### A sign-in of your own[\s\S]*?```tsx\n([\s\S]*?)```/.exec(readme) ?? []
  const written = code.replaceAll(/^import .*$/gm, "").replace("export function", "return function")
  const { code: script } = await transform(`(() => {${written}})()`, { loader: "tsx", jsx: "transform" })
  const given = { React, signIn, signInView }
  const made: unknown = new Function(...Object.keys(given), `return ${script}`)(...Object.values(given))
  const html = renderToStaticMarkup(React.createElement(made as React.FunctionComponent<SignInProps>, props)) // the README says so
  expect(html).toContain("<h1>Sign in to Acme</h1>")
  expect(html).toContain("Wrong email or password.")
  expect(html).toContain('<form action="/auth/signin/github" method="post">')
  expect(html).toMatch(
    /action="\/auth\/callback\/own" method="post"><input type="hidden" name="csrfToken" value="t"\/>/,
  )
  expect(html).toContain('type="password" autoComplete="current-password" required="" aria-invalid="true"')
  expect(html.match(/<label for="auth-own-(email|password)">/g)).toHaveLength(2)
})
