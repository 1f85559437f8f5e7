import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent, type Component as SolidComponent, type JSX } from "solid-js"
import { renderToString, ssr } from "solid-js/web"
import { createRawSnippet, type Component as SvelteComponent } from "svelte"
import { render } from "svelte/server"
import { describe, expect, test } from "vitest"
import { SCREENS } from "../cases.fixture.ts"
import { renderHtml } from "../html/render.ts"
import * as react from "../react/index.ts"
import { normalizeHtml, type Name } from "../renderings.fixture.ts"
import * as solid from "../solid/index.ts"
import * as svelte from "../svelte/index.ts"

const captcha = (form: string) => `<my-captcha data-form="${form}"></my-captcha>`

/** Returns what each rendering returns for a card with a captcha. */
function withCaptcha(name: Name, caseProps: object) {
  const props = { idPrefix: "auth", ...caseProps }
  const screen = SCREENS[name as keyof typeof SCREENS]
  const slots = {
    react: (form: string) => createElement("my-captcha", { "data-form": form }),
    solid: (form: string) => ssr(captcha(form)) as unknown as JSX.Element, // what a compiled template returns
    svelte: createRawSnippet((form: () => string) => ({ render: () => captcha(form()) })),
  }
  const filled = (beforeSubmit: unknown) => ({ ...props, beforeSubmit })
  const Card = react[name] as FunctionComponent<object>
  const all = {
    html: renderHtml(screen.markup(props, screen.initial), { beforeSubmit: captcha }),
    react: renderToStaticMarkup(createElement(Card, filled(slots.react))),
    solid: renderToString(() => createComponent(solid[name] as SolidComponent<object>, filled(slots.solid))),
    svelte: render(svelte[name] as unknown as SvelteComponent<object>, { props: filled(slots.svelte) }).body,
  }
  return Object.entries(all).map(([rendering, html]) => [rendering, normalizeHtml(html)] as const)
}

const email = { label: "Email", type: "email" }
const password = {
  ...{ id: "password", name: "Password", type: "credentials" },
  ...{ signinUrl: "/auth/signin/password", callbackUrl: "/auth/callback/password" },
  credentials: { email, password: { label: "Password", type: "password" } },
}
const shared = { csrfToken: "t", siteName: "Acme" }
const CARDS: Readonly<Record<string, [form: string, props: object]>> = {
  SignIn: ["password", { ...shared, providers: [password] }],
  SignUp: ["sign-up", { ...shared, fields: { name: { label: "Name" } } }],
  ForgotPassword: ["forgot-password", shared],
  ResetPassword: ["reset-password", { ...shared, token: "k3y" }],
  ChangePassword: ["change-password", shared],
}

describe.each(Object.entries(CARDS))("%s", (name, [form, props]) => {
  test("renders the app's captcha right above the button, in all four renderings", () => {
    for (const [rendering, html] of withCaptcha(name as Name, props)) {
      expect(html.split("<my-captcha"), rendering).toHaveLength(2)
      expect(html, rendering).toMatch(
        new RegExp(`<my-captcha data-form="${form}"></my-captcha><button[^>]* type="submit"`),
      )
    }
  })
})

test.each([
  ["SignIn", { error: "AttemptRejected", email: "ada@example.com" }],
  ["SignUp", { error: "AttemptRejected", values: { name: "Ada", email: "ada@example.com" } }],
  ["ForgotPassword", { error: "AttemptRejected", values: { email: "ada@example.com" } }],
])("%s says inline that an attempt was rejected, and keeps its fields, in all four renderings", (name, failure) => {
  const [form, props] = CARDS[name] ?? ["", {}]
  for (const [rendering, html] of withCaptcha(name as Name, { ...props, ...failure })) {
    expect(html, rendering).toMatch(/role="alert".*We couldn't confirm that you're not a robot\./)
    expect(html, rendering).toContain(`data-form="${form}"`)
    for (const value of Object.values({ email: "ada@example.com", ...("values" in failure && failure.values) }))
      expect(html, rendering).toContain(`value="${value}"`)
  }
})
