import * as v from "valibot"
import { RejectedRequest } from "../../errors.ts"
import type { Body } from "./body.ts"

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/** Any text. Fields of a body hold nothing else. */
export const text = v.string()

/** A text of at most `length` characters. */
export const shortText = (length: number) => v.pipe(v.string(), v.maxLength(length))

export function oneOf<Code extends string>(value: unknown, codes: readonly Code[]): Code | undefined {
  return codes.find((code) => code === value)
}

/** A checkbox or button: true if the form has the field. Browsers don't send an empty checkbox. */
export const checked = v.optional(
  v.pipe(
    v.string(),
    v.transform((value) => value !== ""),
  ),
  "",
)

/**
 * Validates the text fields of a form or a JSON body. Returns only the fields of the schema.
 *
 * @throws {RejectedRequest} 400 with the field, what was found and what was expected
 */
export function readForm<S extends FormSchema>({ fields }: Pick<Body, "fields">, schema: S): v.InferOutput<S> {
  return validated(schema, fields) // they have no prototype, so a field is only found if it was sent
}

/**
 * Validates a JSON body.
 *
 * @throws {RejectedRequest} 415 if the body isn't JSON, 400 as {@link readForm}
 */
export function readJson<S extends FormSchema>({ json }: Pick<Body, "json">, schema: S): v.InferOutput<S> {
  if (json === undefined) throw new RejectedRequest(415, "The body must be application/json")
  return validated(schema, json)
}

function validated<S extends FormSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, input)
  if (success) return output
  const [issue] = issues
  const receivedText = issue.received.slice(0, 80)
  throw new RejectedRequest(
    400,
    `The field ${v.getDotPath(issue)} is ${receivedText}, but ${issue.expected ?? "another value"} was expected`,
  )
}
