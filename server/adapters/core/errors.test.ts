import { DrizzleQueryError } from "drizzle-orm/errors"
import { expect, test } from "vitest"
import { AdapterConflict } from "../values.ts"
import { translateError } from "./errors.ts"

const inDrizzle = (cause: Error) => new DrizzleQueryError("insert into users values ($1)", ["ada@app.test"], cause)

test("an error of Drizzle is the driver's own, which doesn't quote the statement's values", () => {
  const cause = new Error('null value in column "tenant" violates not-null constraint')
  expect(translateError(inDrizzle(cause))).toBe(cause)
})

test.each([
  ["pg", { message: "duplicate key", code: "23505", constraint: "users_username_key" }, "users_username_key"],
  ["postgres.js", { message: "duplicate", code: "23505", constraint_name: "users_username_key" }, "users_username_key"],
  ["SQLite", { message: "UNIQUE constraint failed: users.tenant, users.name" }, "users.tenant, users.name"],
  ["D1", { message: "D1_ERROR: UNIQUE constraint failed: users.name: SQLITE_CONSTRAINT" }, "users.name"],
  ["MySQL", { message: "Duplicate entry 'ada' for key 'users.name'", errno: 1062 }, "users.name"],
  [
    "MySQL",
    { message: "a foreign key constraint fails (`app`.`x`, CONSTRAINT `x_fk` FOREIGN KEY", errno: 1452 },
    "x_fk",
  ],
])("a conflict on %s names the constraint, and no value", (_, parts, name) => {
  const error = translateError(inDrizzle(Object.assign(new Error(), parts)))
  expect(error).toBeInstanceOf(AdapterConflict)
  const message = `The database rejected the row: its key already exists, or its owner doesn't (${name})`
  expect(error).toMatchObject({ message, uniqueKey: name === "x_fk" ? undefined : name })
})
