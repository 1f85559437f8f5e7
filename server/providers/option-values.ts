import * as v from "valibot"
import { toPath } from "./option-names.ts"

/** A kind of value that options have. `Value` is the type of the values that are right. */
export class Kind<in Value> {
  /** The end of a sentence that starts with "Set it to". */
  readonly expected: string
  /** Whether the option can't be left out. */
  readonly isRequired: boolean
  /** Whether its value is kept out of messages. */
  readonly isSecret: boolean
  readonly #schema: v.GenericSchema
  declare readonly takes?: (value: Value) => void

  constructor(schema: v.GenericSchema, expected: string, { isRequired = false, isSecret = false } = {}) {
    this.#schema = schema
    this.expected = expected
    this.isRequired = isRequired
    this.isSecret = isSecret
  }

  /** Returns the kind of an option that can't be left out. */
  required(): Kind<Value> {
    return new Kind(this.#schema, this.expected, { isRequired: true, isSecret: this.isSecret })
  }

  isRight(value: unknown): boolean {
    return v.is(this.#schema, value)
  }
}

/** The key of what an object of options itself may be. The default is an object. */
export const ITSELF = Symbol("itself")

/** Options, by name: the kind of each value, or the options within it. `*` stands for every name. */
export interface Options {
  readonly [name: string]: Kind<never> | Options
  readonly [ITSELF]?: Kind<never>
}

/** Has every name of an options type, and a kind for its values, so that a new option is a type error here. */
export type OptionsOf<T> = {
  readonly [Name in keyof T & string]-?: Kind<Exclude<T[Name], undefined>> | (Options & { readonly "*"?: unknown })
} & { readonly [ITSELF]?: Kind<never> }

const kind = <Value>(schema: v.GenericSchema<Value>, expected: string) => new Kind<Value>(schema, expected)

const words = (choices: readonly string[]) => choices.map((choice) => JSON.stringify(choice)).join(" or ")

export const ANYTHING = kind(v.unknown(), "any value")
export const STRING = kind(v.string(), "a string")
export const STRINGS = kind(v.array(v.string()) as v.GenericSchema<readonly string[]>, "a list of strings")
export const SECRET = new Kind<string | readonly string[]>(
  v.union([v.string(), v.array(v.string())]),
  "a string, or a list of strings",
  { isSecret: true },
)
export const SECRET_TEXT = new Kind<string>(v.string(), "a string", { isSecret: true })
export const BOOLEAN = kind(v.boolean(), "true or false")
export const NUMBER = kind(v.number(), "a number")
export const SECONDS = kind(v.number(), "a number of seconds")
// oxlint-disable-next-line typescript/no-unsafe-function-type -- an option's own type has the parameters
export const FUNCTION = kind(v.function() as unknown as v.GenericSchema<Function>, "a function")
export const OBJECT = kind<object>(
  v.custom<object>((value) => typeof value === "object" && value !== null && !Array.isArray(value)),
  "an object",
)

/** Returns the kind whose values are these words. */
export const oneOf = <const Word extends string>(...choices: readonly Word[]): Kind<Word> =>
  kind(v.picklist(choices), words(choices))

/** Returns the kind of lists of these words. */
export const listWith = <const Word extends string>(...choices: readonly Word[]): Kind<readonly Word[]> =>
  kind(v.array(v.picklist(choices)) as v.GenericSchema<readonly Word[]>, `a list of ${words(choices)}`)

/** Returns the kind whose values are of one of two kinds. */
export const either = <One, Other>(one: Kind<One>, other: Kind<Other>): Kind<One | Other> =>
  new Kind(
    v.custom<One | Other>((value) => one.isRight(value) || other.isRight(value)),
    `${one.expected}, or ${other.expected}`,
    { isSecret: one.isSecret || other.isSecret },
  )

/** Returns the kind of values for which `isRight` returns true. */
export const custom = <Value>(isRight: (value: unknown) => boolean, expected: string): Kind<Value> =>
  kind(v.custom<Value>(isRight), expected)

export const LIST = custom<readonly unknown[]>(Array.isArray, "a list")

/** Returns a sentence for each value in `value` that is never right. `path` has its name, and the names around it. */
export function wrongValues(value: unknown, options: Kind<never> | Options, path = ""): string[] {
  const own = options instanceof Kind ? options : (options[ITSELF] ?? OBJECT)
  if (value === undefined && !own.isRequired) return []
  if (!own.isRight(value)) return [`\`${toPath(path)}\` is ${found(value, own)}. Set it to ${own.expected}`]
  if (options instanceof Kind || typeof value !== "object" || value === null) return []
  const names = new Set([...Object.keys(options), ...Object.keys(value)])
  names.delete("*")
  return [...names].flatMap((name) => {
    const rule = Object.hasOwn(options, name) ? options[name] : options["*"]
    return rule ? wrongValues(Reflect.get(value, name), rule, (path && `${path}.${name}`) || name) : []
  })
}

function found(value: unknown, { isSecret }: Kind<never>): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return "an empty list"
    const isShown = !isSecret && value.every((one) => typeof one === "string" && !SECRET_LIKE.test(one))
    return isShown ? `the list [${value.map(quoteText).join(",")}]` : "a list"
  }
  if (value instanceof Promise) return "a Promise"
  if (typeof value === "function") return "a function"
  if (typeof value === "object" && value !== null) return "an object"
  if (isSecret) return `of the type ${typeof value}`
  return typeof value === "string" ? quoteText(value) : String(value)
}

/** A run of this many characters may be a key or a token. The names of options and the words in them are shorter. */
const SECRET_LIKE = /[\w+/=-]{20,}/

/** Quotes a text that an app set by mistake. Leaves out the password of a URL, and a text that may be a secret. */
export function quoteText(text: string): string {
  if (SECRET_LIKE.test(text)) return `a text of ${text.length} characters`
  return JSON.stringify(text.replace(/:\/\/[^/?#]*@/, "://…@"))
}
