import { SessionProvider, SignedIn, SignedOut } from "latchkit/react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"

const ada = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" }

test.each([
  [ada, "Your journal"],
  [null, "Come in"],
])("a page shows what is meant for %j", (session, text) => {
  const html = renderToStaticMarkup(
    <SessionProvider session={session}>
      <SignedIn>Your journal</SignedIn>
      <SignedOut>Come in</SignedOut>
    </SessionProvider>,
  )
  expect(html).toContain(text)
})
