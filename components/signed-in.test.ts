import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"

import { SessionProvider } from "../client/react.tsx"
import { SignedIn, SignedOut } from "./react/signed-in.tsx"

const ada = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" }

test.each([
  ["loading", undefined, "waiting in, waiting out"],
  ["signed in", ada, "in, "],
  ["signed out", null, ", out"],
])("while %s, SignedIn and SignedOut show their children or the fallback", (_, session, expected) => {
  const page = [
    createElement(SignedIn, { key: 1, fallback: "waiting in" }, "in"),
    ", ",
    createElement(SignedOut, { key: 2, fallback: "waiting out" }, "out"),
  ]
  const html = renderToString(createElement(SessionProvider, { session }, page))
  expect(html.replaceAll(/<!--.*?-->/g, "")).toBe(expected)
})
