import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent } from "solid-js"
import { renderToString } from "solid-js/web"
import { render } from "svelte/server"
import type { SignInProps } from "latchkit/headless"
import { expect, test } from "vitest"
import { CASES } from "../../../components/cases.fixture.ts"
import { renderHtml } from "../../../components/html/render.ts"
import { normalizeHtml } from "../../../components/renderings.fixture.ts"
import type { SignInFlow } from "../../../components/sign-in/sign-in-flow.ts"
import { signInScreen } from "../../../components/sign-in/sign-in.screen.ts"
import { OwnCard } from "./react/own-card.tsx"
import { OwnCard as SolidCard } from "./solid/own-card.tsx"
import SvelteCard from "./svelte/OwnCard.svelte"

const FRAMEWORKS = {
  React: (props: SignInProps) => renderToStaticMarkup(createElement(OwnCard, props)),
  Solid: (props: SignInProps) => renderToString(() => createComponent(SolidCard, props as never)), // the same props
  Svelte: (props: SignInProps) => render(SvelteCard, { props: props as never }).body, // the same props
}

const LOOK = / (?:class|data-variant|data-size|form|formaction)="[^"]*"/g
const TAGS = /<(?:form|input|label|button)\b[^>]*>/g

/** Returns the tags of a card's controls, without the attributes of its look. */
const controls = (html: string) => (normalizeHtml(html).match(TAGS) ?? []).map((tag) => tag.replaceAll(LOOK, "")).sort()

const STATES = [
  "sign-in",
  "sign-in-password",
  "sign-in-failed",
  "sign-in-rejected-form",
  "sign-in-last-email",
  "sign-in-either",
  "sign-in-either-waiting",
  "identifier-first",
  "identifier-first-rejected",
  "identifier-first-action",
  "identifier-first-password",
  "identifier-first-email",
  "identifier-first-company",
]

test.each(STATES.flatMap((state) => Object.entries(FRAMEWORKS).map(([name, html]) => [state, name, html] as const)))(
  "%s: own elements in %s have the attributes of the card",
  (state, _, html) => {
    const addressOnce = state.startsWith("sign-in-either")
    const props = { idPrefix: "auth", addressOnce, ...CASES[state]?.props } as SignInProps & { providers: [] } // the props of the sign-in card
    const { flow = signInScreen } = props as { flow?: SignInFlow }
    const card = controls(renderHtml(flow.markup(props, flow.initial)))
    expect(controls(html(props))).toEqual(card)
  },
)

test.each(Object.entries(FRAMEWORKS))("in %s the second button of a form sends its address by email", (_, html) => {
  const props = { addressOnce: true, ...CASES["sign-in-either"]?.props } as SignInProps // the props of the sign-in card
  expect(html(props)).toMatch(/<button(?=[^>]* formaction="\/auth\/signin\/email")(?=[^>]* formnovalidate)/i)
})

test.each(Object.entries(FRAMEWORKS))("in %s the address that the user entered first can be changed", (_, html) => {
  const own = normalizeHtml(html(CASES["identifier-first-password"]?.props as SignInProps)) // the props of the sign-in card
  expect(own).toMatch(/<p data-part="account">\s*ada@example\.com <a href="\/login\?step=identifier"[^>]*>Change<\/a>/)
  expect(normalizeHtml(html(CASES["identifier-first"]?.props as SignInProps))).not.toContain('data-part="account"')
})

test.each(Object.entries(FRAMEWORKS))("in %s new users find the sign-up, and others a new password", (_, html) => {
  const links = { signUpUrl: "/auth/sign-up", forgotUrl: "/auth/forgot-password" }
  const own = html({ ...CASES["sign-in-password"]?.props, ...links } as SignInProps) // the props of the sign-in card
  for (const url of Object.values(links)) expect(own).toContain(`href="${url}"`)
})

test.each(Object.entries(FRAMEWORKS))("in %s a card without props waits for them", (_, html) => {
  expect(normalizeHtml(html({}))).toMatch(/^<section[^>]*>\s*<\/section>$/)
})
