import { expect, test, vi } from "vitest"
import { consoleLogger } from "./logger.ts"

test("a debug message without metadata ends with the message, not with `undefined`", () => {
  const printed = vi.spyOn(console, "debug").mockReturnValue()
  const { debug } = consoleLogger({ debug: true })
  debug("Rejected with 400")
  debug("Sent", { status: 200 })
  debug("Read", undefined)
  const lines = [...printed.mock.calls]
  printed.mockRestore()
  expect(lines).toEqual([
    ["[latchkit][debug] Rejected with 400"],
    ["[latchkit][debug] Sent", { status: 200 }],
    ["[latchkit][debug] Read"],
  ])
})
