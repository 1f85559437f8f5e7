import { expect, test } from "vitest"
import { requireAccountRecords, requireAdapter, requireOperation } from "./required.ts"

test("names the feature that needs an adapter, and what to set", () => {
  expect(() => requireAdapter(undefined, "`auth.users`")).toThrow(
    expect.objectContaining({
      type: "MissingAdapter",
      message: "`auth.users` needs a database, and `adapter` is not set. Set it, for example to `SqlAdapter(…)`",
    }),
  )
})

test("says how an adapter without account records gets them", () => {
  expect(() => requireAccountRecords({}, "`session.deviceBound`")).toThrow(
    expect.objectContaining({
      type: "MissingAdapterMethods",
      message: expect.stringMatching(/^`session.deviceBound` needs an adapter with account records\. .*`accountTables/),
    }),
  )
  expect(() => requireAccountRecords(undefined, "`session.deviceBound`")).toThrow("`adapter` is not set")
})

test("names the operation that an adapter lacks", () => {
  expect(() => requireOperation({}, "deleteUser")).toThrow(
    expect.objectContaining({ type: "MissingAdapterMethods", cause: { operation: "deleteUser" } }),
  )
})
