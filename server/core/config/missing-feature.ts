import { AuthError } from "../../errors.ts"

/** Returns what to import into a Worker for something that a feature does. */
export function missingFeature(needed: string, name: string): string {
  const imported = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return `${needed} needs an import, because a Worker has only the features that it imports. Add \`features: [${imported}]\`, and import { ${imported} } from "latchkit/server"`
}

/** Returns what a provider lacks in a Worker if it is a plain object. */
export const missingProvider = (id: string, name: string): string =>
  `The provider "${id}" is a plain object, and a Worker has only the code that it imports. Import { ${name} } from "latchkit/providers/${name.toLowerCase()}", and use \`${name}()\``

/** The problem of a `Password()` whose functions are lost. */
export const PASSWORD_LOST =
  "A provider has lost what `Password()` brings. Use `Password()` itself, or `{ ...Password() }`, and not a copy as JSON"

interface WithCalls {
  readonly calls: Readonly<Record<string, object | undefined>>
}

/**
 * Returns the functions that a feature brings for the app's own code, of the type of its `calls`.
 *
 * @throws {AuthError} `InvalidConfiguration` in a Worker without the feature
 */
export function featureCalls<Calls extends object>({ calls }: WithCalls, name: string, helper: string): Calls {
  const own = calls[name]
  if (!own) throw new AuthError("InvalidConfiguration", missingFeature(`\`${helper}\``, name))
  return own as Calls // only the feature's row writes this entry
}
