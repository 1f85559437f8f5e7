import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent, type Component as SolidComponent } from "solid-js"
import { renderToString } from "solid-js/web"
import type { Component as SvelteComponent } from "svelte"
import { render } from "svelte/server"
import { expect, test } from "vitest"
import type { Session } from "../client/contract.ts"
import { DETAILS } from "./account/account.fixture.ts"
import { provider } from "./case.fixture.ts"
import { CASES } from "./cases.fixture.ts"
import { accountCard, signInCard, signOutCard, userButton } from "./html/index.ts"
import * as react from "./react/index.ts"
import * as solid from "./solid/index.ts"
import * as svelte from "./svelte/index.ts"
import Twice from "./twice.fixture.svelte"

type Props = Record<string, unknown>

type Name = keyof typeof react & keyof typeof solid & keyof typeof svelte
type RenderTwice = (name: Name, props: Props, session: Session | null) => string

/** Renders two components with the same props on a server, per framework. */
const TWICE: Readonly<Record<string, RenderTwice>> = {
  React(name, props, session) {
    const one = () => createElement(react[name] as FunctionComponent<Props>, props)
    return renderToStaticMarkup(createElement(react.SessionProvider, { session }, one(), one()))
  },
  Solid(name, props, session) {
    const one = () => createComponent(solid[name] as SolidComponent<Props>, props)
    return renderToString(() =>
      createComponent(solid.SessionProvider, {
        session,
        get children() {
          return [one(), one()]
        },
      }),
    )
  },
  Svelte: (name, props, session) =>
    render(Twice, { props: { of: svelte[name] as unknown as SvelteComponent<Props>, props, session } }).body,
}

const found = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]+)"`, "g"))].flatMap(([, value = ""]) => value.split(" "))

const REFERENCES = ["for", "form", "aria-labelledby", "aria-describedby", "aria-controls"]

/** Returns duplicate ids, and references to ids that don't exist. */
function faults(html: string): string[] {
  const ids = found(html, "id")
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at)
  const dangling = REFERENCES.flatMap((attribute) => found(html, attribute)).filter((id) => !ids.includes(id))
  return [...twice.map((id) => `twice: ${id}`), ...dangling.map((id) => `missing: ${id}`)]
}

test.each(Object.entries(TWICE))("in %s two components never share an id", (_, twice) => {
  const wrong = Object.entries(CASES).flatMap(([name, { component, props, session = null }]) =>
    faults(twice(component, props, session)).map((fault) => `${name}: ${fault}`),
  )
  expect(wrong).toEqual([])
  expect(found(twice("SignIn", CASES["sign-in-password"]?.props ?? {}, null), "id").length).toBeGreaterThan(8)
})

test("in HTML two cards never share an id", () => {
  const email = provider("email", "email")
  const password = provider("credentials", "credentials", {
    credentials: { email: { type: "email" }, password: { type: "password" } },
  })
  const signIn = () => signInCard({ providers: [provider("github"), email, password], csrfToken: "t", remember: false })
  const account = () => accountCard({ details: DETAILS, csrfToken: "t" })
  const signOut = () => signOutCard({ csrfToken: "t", basePath: "/auth" })
  const data = { user: DETAILS.user, expires: "2099-01-01T00:00:00.000Z" }
  const user = () => userButton({ session: { status: "authenticated", data }, csrfToken: "t" })
  const page = [signIn, account, signOut, user].flatMap((card) => [card(), card()]).join("")
  expect(found(page, "id").length).toBeGreaterThan(20)
  expect(faults(page)).toEqual([])
})

test("in HTML an app sets the id prefix of its card", () => {
  const html = signInCard({ providers: [provider("email", "email")], idPrefix: "dialog" })
  expect(found(html, "id").every((id) => id.startsWith("dialog-"))).toBe(true)
})
