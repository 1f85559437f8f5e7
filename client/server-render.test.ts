import { createElement, Suspense } from "react"
import { renderToReadableStream } from "react-dom/server.browser"
import { expect, test } from "vitest"

import { SessionProvider, useSession, useSuspenseSession } from "./react.tsx"
import { ada, eve } from "./core/service.fixture.ts"

const renderName = (when: string) => createElement("p", null, `${when}: ${useSession().data?.user?.name}`)
const Before = () => renderName("before")
const After = ({ gate }: { gate: Gate }) => {
  if (!gate.isOpen) throw gate.opened // as every version of React waits
  return renderName("after")
}

interface Gate {
  isOpen: boolean
  opened: Promise<void>
}

test("two users whose pages stream at once from one server never share a session (threat 318)", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const gate: Gate = { isOpen: false, opened: promise }
  const streams = await Promise.all(
    [ada, eve].map((session) => {
      const late = createElement(Suspense, { fallback: "…" }, createElement(After, { gate }))
      return renderToReadableStream(createElement(SessionProvider, { session }, createElement(Before), late))
    }),
  )
  gate.isOpen = true
  resolve() // both streams have started, and neither is complete
  const pages = await Promise.all(streams.map((stream) => new Response(stream).text()))
  for (const [at, own] of ["Ada", "Eve"].entries()) {
    expect(pages[at]?.match(/(before|after): \w+/g)).toEqual([`before: ${own}`, `after: ${own}`])
  }
})

test("a server that doesn't know the session ends the response, and leaves the boundary to the browser", async () => {
  const Awaited = () => createElement("p", null, useSuspenseSession()?.user?.name)
  const boundary = createElement(Suspense, { fallback: "waiting" }, createElement(Awaited))
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const stream = await renderToReadableStream(createElement(SessionProvider, null, boundary), { onError })
  expect(await new Response(stream).text()).toContain("waiting")
  expect(errors).toMatchObject([{ message: expect.stringContaining("pass `session` to <SessionProvider>") }])
})
