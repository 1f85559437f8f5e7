import * as v from "valibot"

/** Returns the value of a stored JSON text, or `undefined` if it isn't JSON or doesn't match the schema. */
export function parseJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(text))
    return success ? output : undefined
  } catch {
    return undefined
  }
}
