import { useSession, type UseSession } from "latchkit/react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test, vi } from "vitest"
import { Greeting } from "./greeting.tsx"

vi.mock("latchkit/react", async (original) => ({
  ...(await original<object>()),
  useSession: vi.fn<() => UseSession>(),
}))

const rest = {
  error: null,
  expiresSoon: false,
  update: vi.fn<UseSession["update"]>(),
  refetch: vi.fn<UseSession["refetch"]>(),
}
const data = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" }

test.each([
  ["One moment…", { status: "loading", data: undefined }],
  ["Hello stranger", { status: "unauthenticated", data: null }],
  ["Hello Ada", { status: "authenticated", data }],
] as const)("the page says %j", (text, state) => {
  vi.mocked(useSession).mockReturnValue({ ...state, ...rest })
  expect(renderToStaticMarkup(<Greeting />)).toBe(`<p>${text}</p>`)
})
