import { dehydrate, QueryClient } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent } from "solid-js"
import { renderToString } from "solid-js/web"
import { render } from "svelte/server"
import type { Session } from "latchkit/react"
import { expect, test, vi } from "vitest"
import { sessionQueryOptions } from "latchkit/react"
import { dehydrateOptions } from "./react/persist.ts"
import { App } from "./react/query.tsx"
import { App as SolidApp } from "./solid/query.tsx"
import SvelteApp from "./svelte/Query.svelte"

const rendered = {
  React: (session?: Session | null) => renderToStaticMarkup(<App {...(session !== undefined && { session })} />),
  Solid: (session?: Session | null) =>
    renderToString(() => createComponent(SolidApp, { ...(session !== undefined && { session }) })),
  Svelte: (session?: Session | null) =>
    render(SvelteApp, { props: { ...(session !== undefined && { session }) } }).body,
}

const ada = { user: { name: "Ada", email: "ada@example.com" }, expires: "2099-01-01T00:00:00.000Z" }
const texts = (html: string) =>
  html
    .replaceAll(/<!--.*?-->/gs, "")
    .split(/<[^>]*>/)
    .filter((text) => text.trim())

test.each(Object.entries(rendered))("in %s the first HTML has the session in both", async (_, html) => {
  expect(texts(html(ada))).toEqual(["Hello Ada", "Your email address: ada@example.com"])
  expect(texts(html(null))).toEqual(["Hello stranger", "Your email address: none"])
})

test.each(Object.entries(rendered))("in %s a server without the session waits, and asks nothing", async (_, html) => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  vi.stubGlobal("fetch", fetch)
  expect(texts(html())).toEqual(["One moment…", "One moment…"])
  await new Promise((resolve) => setTimeout(resolve, 200)) // a query would ask later
  expect(fetch).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test("a persister stores every query but the session", () => {
  const queries = new QueryClient()
  queries.setQueryData(sessionQueryOptions().queryKey, ada)
  queries.setQueryData(["posts"], [])
  expect(dehydrate(queries, dehydrateOptions).queries.map(({ queryKey }) => queryKey)).toEqual([["posts"]])
})
