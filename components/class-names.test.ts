import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent, type Component as SolidComponent } from "solid-js"
import { renderToString } from "solid-js/web"
import type { Component as SvelteComponent } from "svelte"
import { render } from "svelte/server"
import { expect, expectTypeOf, test } from "vitest"
import type { Session } from "../client/contract.ts"
import { CASES, renderCase } from "./cases.fixture.ts"
import { signInCard, userButton } from "./html/index.ts"
import * as react from "./react/index.ts"
import { renderings, type Name } from "./renderings.fixture.ts"
import { signInScreen } from "./sign-in/sign-in.screen.ts"
import * as solid from "./solid/index.ts"
import * as svelte from "./svelte/index.ts"
import Twice from "./twice.fixture.svelte"
import { PARTS, type PartName } from "./view/parts.ts"

type Props = Record<string, unknown>
type Render = (name: Name, props: Props, session: Session | null) => string

/** Renders a component on a server, per framework. */
const FRAMEWORKS: Readonly<Record<string, Render>> = {
  React: (name, props, session) =>
    renderToStaticMarkup(
      createElement(react.SessionProvider, { session }, createElement(react[name] as FunctionComponent<Props>, props)),
    ),
  Solid: (name, props, session) =>
    renderToString(() =>
      createComponent(solid.SessionProvider, {
        session,
        get children() {
          return createComponent(solid[name] as SolidComponent<Props>, props)
        },
      }),
    ),
  Svelte: (name, props, session) =>
    render(Twice, { props: { of: svelte[name] as unknown as SvelteComponent<Props>, props, session } }).body,
}

const parts = Object.keys(PARTS) as PartName[] // its own keys
const classNames = Object.fromEntries(parts.map((part) => [part, `own-${part}`]))
const all = Object.entries(CASES).map(([name, one]) => [name, { ...one, props: { ...one.props, classNames } }] as const)

const classesIn = (html: string) => [...html.matchAll(/ class="([^"]+)"/g)].map(([, value = ""]) => value.split(" "))

/** Returns the elements that lack a class of the app, and the parts that have one. */
function partsIn(html: string) {
  const found = new Set<string>()
  const missing = classesIn(html).flatMap((classes) =>
    classes.flatMap((one) => {
      const part = one === "auth-part" ? "card" : one.replace(/^auth-/, "")
      if (!one.startsWith("auth-") || !(part in PARTS)) return []
      found.add(part)
      return classes.includes(`own-${part}`) ? [] : [classes.join(" ")]
    }),
  )
  return { found, missing }
}

test.each(Object.entries(FRAMEWORKS))("in %s every part takes a class of the app", (_, renderOne) => {
  const faults = all.flatMap(([name, { component, props, session = null }]) =>
    partsIn(renderOne(component, props, session)).missing.map((classes) => `${name}: ${classes}`),
  )
  expect(faults).toEqual([])
})

test("in HTML every part exists, and takes a class of the app", () => {
  const results = all.map(([, one]) => partsIn([true, false].map((scripted) => renderCase(one, { scripted })).join("")))
  expect(results.flatMap(({ missing }) => missing)).toEqual([])
  expect([...new Set(results.flatMap(({ found }) => [...found]))].toSorted()).toEqual(parts.toSorted())
})

test("adds the same classes in all four renderings", () => {
  const props = { ...CASES["sign-in-password"]?.props, classNames: { title: "text-2xl", button: "pill wide" } }
  const { html, ...others } = renderings("SignIn", signInScreen, props as Parameters<typeof signInScreen.markup>[0]) // props of its case
  expect(others).toEqual({ react: html, solid: html, svelte: html })
  expect(html).toContain('class="auth-title text-2xl"')
  expect(html).toContain('class="auth-button pill wide"')
  expect(html).not.toMatch(/class="auth-(?:text|input)[ "][^>]*(?:pill|undefined)/)
})

test("adds classes to cards for an app without a framework", () => {
  const card = signInCard({ providers: [], className: "wide", class: "flat", classNames: { card: "shadow-none" } })
  expect(card).toContain('class="auth-card wide flat shadow-none"')
  const menu = userButton({ session: { status: "unauthenticated" }, classNames: { card: "end", button: "pill" } })
  expect(menu).toContain('class="auth-part end auth-user"')
  expect(menu).toContain('class="auth-button pill"')
})

test("escapes a class", () => {
  expect(signInCard({ providers: [], classNames: { title: '"><script>' } })).not.toContain("<script>")
})

test("a wrong part is a type error", () => {
  expectTypeOf<"title">().toExtend<PartName>()
  expectTypeOf<"titel">().not.toExtend<PartName>()
  expectTypeOf<{ classNames: { titel: string } }>().not.toExtend<react.SignInProps>()
  expectTypeOf<{ classNames: { fieldLabel: string } }>().not.toExtend<solid.UserButtonProps>()
  expectTypeOf<{ classNames: { title: string } }>().toExtend<svelte.AccountProps>()
})
