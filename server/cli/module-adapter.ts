import { closingBracket, withoutText } from "./source-text.ts"

/**
 * Returns the `prefix` that a module passes to `SqlAdapter`, or `undefined` if it passes none. Runs no code.
 *
 * @throws {Error} if it isn't written as a text
 */
export function sqlPrefixIn(text: string): string | undefined {
  const code = withoutText(text)
  const call = /\bSqlAdapter\(/.exec(code)
  const start = call ? call.index + call[0].length : code.length
  const option = /\bprefix\b\s*:?/.exec(code.slice(start, closingBracket(code, start)))
  if (!option) return undefined
  const [, , prefix] = /^\s*(["'`])(\w*)\1/.exec(text.slice(start + option.index + option[0].length)) ?? []
  if (prefix !== undefined) return prefix
  throw new Error("`prefix` of SqlAdapter isn't a text in your module. Pass its value as --prefix")
}

/** Returns the name of the module's adapter, if it is one that has no tables. */
export function adapterWithoutTables(text: string): string | undefined {
  const code = withoutText(text)
  return /\bSqlAdapter\(/.test(code) ? undefined : /\b(?:Redis|Memory)Adapter(?=\()/.exec(code)?.[0]
}
