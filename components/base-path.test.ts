import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent, type Component as SolidComponent } from "solid-js"
import { renderToString } from "solid-js/web"
import type { Component as SvelteComponent } from "svelte"
import { render } from "svelte/server"
import { expect, test } from "vitest"
import { createLazyClient } from "../client/core/client.ts"
import { DETAILS } from "./account/account.fixture.ts"
import * as react from "./react/index.ts"
import type { Name } from "./renderings.fixture.ts"
import * as solid from "./solid/index.ts"
import * as svelte from "./svelte/index.ts"

const providerProps = { basePath: "/api/auth", session: { user: DETAILS.user, expires: "2099-01-01T00:00:00.000Z" } }

const renderInProvider = {
  react: (name: Name, props: object) =>
    renderToStaticMarkup(
      createElement(react.SessionProvider, providerProps, createElement(react[name] as FunctionComponent, props)),
    ),
  solid: (name: Name, props: object) =>
    renderToString(() =>
      createComponent(solid.SessionProvider, {
        ...providerProps,
        get children() {
          return createComponent(solid[name] as SolidComponent, props)
        },
      }),
    ),
  svelte: (name: Name, props: object) =>
    render(svelte[name] as unknown as SvelteComponent, {
      props,
      context: new Map([[Symbol.for("latchkit.client"), createLazyClient(providerProps)]]), // as its SessionProvider sets it
    }).body,
}

const CASES: readonly [Name, props: object, address: string][] = [
  ["Account", { details: DETAILS }, "/account"],
  ["Account", { details: DETAILS }, "/signout"],
  ["Account", { details: null }, "/signin"],
  ["ErrorNotice", { error: "AccessDenied" }, "/signin"],
  ["SignOut", {}, "/signout"],
  ["UserButton", {}, "/signout"],
  ["VerifyRequest", { provider: "email", email: "ada@example.com" }, "/signin/email"],
]

test.each(CASES)("%s %j uses the base path of its SessionProvider, or its own: %s", (name, props, address) => {
  for (const [framework, print] of Object.entries(renderInProvider)) {
    expect(print(name, props), framework).toContain(`"/api/auth${address}"`)
    const overridden = print(name, { ...props, basePath: "/other" })
    expect(overridden, framework).toContain(`"/other${address}"`)
    expect(overridden, framework).not.toContain("/api/auth")
  }
})
