import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent, type Component as SolidComponent } from "solid-js"
import { renderToString } from "solid-js/web"
import type { Component as SvelteComponent } from "svelte"
import { render } from "svelte/server"
import { expect, test } from "vitest"
import { lazyClient } from "../client/client.ts"
import { DETAILS } from "./account.fixture.ts"
import * as react from "./react/index.ts"
import type { Name } from "./renderings.fixture.ts"
import * as solid from "./solid/index.ts"
import * as svelte from "./svelte/index.ts"

const provided = { basePath: "/api/auth", session: { user: DETAILS.user, expires: "2099-01-01T00:00:00.000Z" } }

const inProvider = {
  react: (name: Name, props: object) =>
    renderToStaticMarkup(
      createElement(react.SessionProvider, provided, createElement(react[name] as FunctionComponent, props)),
    ),
  solid: (name: Name, props: object) =>
    renderToString(() =>
      createComponent(solid.SessionProvider, {
        ...provided,
        get children() {
          return createComponent(solid[name] as SolidComponent, props)
        },
      }),
    ),
  svelte: (name: Name, props: object) =>
    render(svelte[name] as unknown as SvelteComponent, {
      props,
      context: new Map([[Symbol.for("latchkit.client"), lazyClient(provided)]]), // as its SessionProvider leaves it
    }).body,
}

const MADE: readonly [Name, props: object, address: string][] = [
  ["Account", { details: DETAILS }, "/account"],
  ["Account", { details: DETAILS }, "/signout"],
  ["Account", { details: null }, "/signin"],
  ["ErrorNotice", { error: "AccessDenied" }, "/signin"],
  ["SignOut", {}, "/signout"],
  ["UserButton", {}, "/signout"],
  ["VerifyRequest", { provider: "email", email: "ada@example.com" }, "/signin/email"],
]

test.each(MADE)("%s %j leads below the base path of its SessionProvider, or of its own: %s", (name, props, address) => {
  for (const [framework, print] of Object.entries(inProvider)) {
    expect(print(name, props), framework).toContain(`"/api/auth${address}"`)
    const own = print(name, { ...props, basePath: "/other" })
    expect(own, framework).toContain(`"/other${address}"`)
    expect(own, framework).not.toContain("/api/auth")
  }
})
