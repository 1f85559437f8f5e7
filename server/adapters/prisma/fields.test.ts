import { expect, test } from "vitest"
import { converter, userKey } from "../core/columns.ts"
import { IMPOSSIBLE, withFittingKey } from "../core/keys.ts"
import { withCauses } from "./errors.ts"
import { describeField } from "./fields.ts"

const key = (name: string, native = "", isFilled = true) => describeField({ name, native, isFilled, isRequired: true })

test("a key of 64 bits keeps each digit", () => {
  const { encode, decode } = converter("userId", key("BigInt"))
  expect([encode("1234567890123456789"), decode(1234567890123456789n)]).toEqual([
    1234567890123456789n,
    "1234567890123456789",
  ])
  expect([encode("9223372036854775808"), encode("01")]).toEqual([IMPOSSIBLE, IMPOSSIBLE])
})

test("Prisma makes a key for a column that is too short for a UUID", () => {
  const row = { id: crypto.randomUUID(), email: "ada@app.test" }
  expect(withFittingKey(row, userKey(key("String", "VarChar(25)")), "postgres")).toEqual({ email: row.email })
  expect(withFittingKey(row, userKey(key("String", "Char(36)")), "postgres")).toEqual(row)
})

test("an error of Prisma doesn't quote the values of its query", async () => {
  const prismaError = (parts: object) =>
    Object.assign(new Error('\nInvalid `create()` invocation:\n\n{ data: { token: "s3cret" } }\n\nThe end.'), {
      ...{ clientVersion: "7.10.0" },
      ...parts,
    })
  const thrown = (parts: object) => expect(withCauses(() => Promise.reject(prismaError(parts)))).rejects
  const traced = prismaError({})
  expect(traced.stack).toContain("s3cret") // V8 writes the message into the stack when it is first read
  await withCauses(() => Promise.reject(traced)).catch(() => undefined)
  const { message, stack = "" } = traced
  expect([message, stack.includes("fields.test.ts"), stack.includes("s3cret")]).toEqual(["The end.", true, false])
  const driverError = { originalCode: "23502", originalMessage: 'null value in column "tenant"' }
  const meta = { driverAdapterError: { cause: driverError } }
  await thrown({ meta }).toMatchObject({ message: driverError.originalMessage, cause: { code: "23502" } })
})
