import type { CredentialField, ProviderStyle } from "../../client/contract.ts"
import { AuthError } from "../errors.ts"
import type { CommonProvider } from "./common-provider.ts"
import { nearestName } from "./nearest-name.ts"
import type { CredentialsConfig } from "./types.ts"

/** A `Kind` of `option-values.ts`, which the functions of providers don't need. */
interface AnyKind {
  isRight(value: unknown): boolean
}

/** The names of options: the kind of the value, `true` for any, or the names within it. `*` stands for every name. */
export interface Names {
  readonly [name: string]: true | AnyKind | Names
}

/** Has every name of an options type, so that a new option is a type error here. */
export type Keys<T> = Readonly<Record<keyof T & string, true | Names>>

/** The button's colors. The `…Dark` ones are those of next-auth 4, and have no effect. */
const STYLE: Keys<ProviderStyle & { logoDark: string; bgDark: string; textDark: string }> = {
  brandColor: true,
  logo: true,
  text: true,
  bg: true,
  logoDark: true,
  bgDark: true,
  textDark: true,
}

/** The options of every provider. */
export const COMMON: Keys<CommonProvider & { options: object }> = {
  id: true,
  name: true,
  label: true,
  type: true,
  style: STYLE,
  mark: true,
  deprecated: true,
  problems: true,
  options: true,
}

/** The options of a form's field. */
export const FIELD: Keys<CredentialField> = {
  label: true,
  type: true,
  placeholder: true,
  value: true,
  autocomplete: true,
  required: true,
}

/** The options of `Credentials`. Without a spread, which bundles of adapters would keep. */
export const CREDENTIALS: Keys<CredentialsConfig> = {
  id: true,
  name: true,
  label: true,
  type: true,
  style: STYLE,
  mark: true,
  deprecated: true,
  problems: true,
  options: true,
  credentials: true,
  authorize: true,
  passwordVersion: true,
  storedPasswords: true,
}

/** Names an option that doesn't exist, and the names that do. */
export interface UnknownName {
  readonly name: string
  readonly value: unknown
  /** ". Did you mean …?", ". Use …", or an empty text. */
  readonly advice: string
}

/** Finds the names in `value` that aren't in `names`. `path` is the text before each of them. */
export function unknownNames(value: unknown, names: Names, path = ""): UnknownName[] {
  if (Object(value) !== value) return []
  return Object.entries(value as object).flatMap(([name, below]: [string, unknown]) => {
    const rule = Object.hasOwn(names, name) ? names[name] : names["*"]
    if (rule === undefined) return [{ name: `${path}${name}`, value: below, advice: adviceFor(name, names) }]
    return rule === true || "isRight" in rule ? [] : unknownNames(below, rule as Names, `${path}${name}.`) // no option has this name
  })
}

/** Returns the sentence about a name that isn't an option. */
export const unknownSentence = ({ name, advice }: UnknownName): string => `\`${toPath(name)}\` isn't an option${advice}`

/** Writes the places in a list as in code: `steps[0].url`. */
export const toPath = (names: string): string => names.replaceAll(/\.(\d+)(?=\.|$)/g, "[$1]")

function adviceFor(name: string, names: Names): string {
  const all = Object.keys(names)
  const near = nearestName(all, name)
  if (near !== undefined) return `. Did you mean \`${near}\`?`
  return all.length > 12 ? "" : `. Use ${all.join(", ")}`
}

/** Names of options that an object may have beside those that another check knows. */
export const ANY_NAME: Names = { "*": true }

/**
 * Checks the options that an app passed to a provider's function, whose name and id they may change. Without the check,
 * the default of a misspelled option could let more users sign in.
 *
 * @throws {AuthError} `InvalidConfiguration` if they aren't an object, or the provider doesn't have one of them
 */
export function checkOptionNames(own: { name: string; id: string }, given: unknown, names: Names): void {
  const type = {}.toString.call(given).slice(8, -1) // the value itself may be a secret: `Resend("key")`
  const problems =
    type === "Object"
      ? unknownNames(given, names).map(({ name, advice }) => `has no option \`${name}\`${advice}`)
      : [`got ${type} instead of an object`]
  if (!problems[0]) return
  const { name, id } = { ...own, ...(given as object) }
  const message = `The provider ${name} (${id}) ${problems.join(". It also ")}`
  throw new AuthError("InvalidConfiguration", message.replaceAll("?.", "?"))
}
