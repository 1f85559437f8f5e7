import * as v from "valibot"
import { describe, expect, test } from "vitest"
import { checked, readForm, readJson, shortText, text } from "./form.ts"

const schema = v.object({ change: v.picklist(["rename", "remove"]), name: v.optional(shortText(5), ""), all: checked })

describe("a form", () => {
  test("returns only the fields of the schema, with their defaults", () => {
    expect(readForm({ fields: { change: "rename", other: "x" } }, schema)).toEqual({
      change: "rename",
      name: "",
      all: false,
    })
    expect(readForm({ fields: { change: "remove", name: "Ada", all: "on" } }, schema)).toMatchObject({
      name: "Ada",
      all: true,
    })
  })

  test("is rejected with the field, what was found and what was expected", () => {
    expect(() => readForm({ fields: { change: "explode" } }, schema)).toThrow(
      'The field change is "explode", but ("rename" | "remove") was expected',
    )
    expect(() => readForm({ fields: {} }, schema)).toThrow("The field change is undefined")
    expect(() => readForm({ fields: { change: "rename", name: "Augusta" } }, schema)).toThrow("name is 7, but <=5")
  })

  test("reads a field named like an object's own only if it was sent", () => {
    const own = v.object({ constructor: v.optional(text) })
    expect(readForm({ fields: Object.create(null) as Record<string, string> }, own)).toEqual({})
  })
})

test("a body that isn't JSON is rejected with 415", () => {
  expect(() => readJson({ json: undefined }, schema)).toThrow(expect.objectContaining({ status: 415 }))
})
