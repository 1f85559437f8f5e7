import { AuthError } from "../../errors.ts"

interface Hint {
  found: RegExp
  fix(match: RegExpExecArray): string
}

/** The fixes of errors of drivers and of the module loader, whose messages don't say them. */
const HINTS: readonly Hint[] = [
  {
    // SQLite, PostgreSQL, MySQL and MariaDB
    found:
      /no such (?:table|column)|(?:relation|column) "[^"]*" (?:of relation "[^"]*" )?does not exist|Table '[^']*' doesn't exist|Unknown column '/i,
    fix: () => "The database lacks a table or column of Latchkit's. Run `npx latchkit migrate`",
  },
  {
    found: /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w.-]+)'/,
    fix: ([, name]) => `Install the package with \`npm install ${name}\``,
  },
]

const MAX_DEPTH = 5

/** Returns what to do about an error, from its message or the messages of its causes. */
export function hintFor(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth === MAX_DEPTH) return undefined
  for (const { found, fix } of HINTS) {
    const match = found.exec(error.message)
    if (match) return fix(match)
  }
  return hintFor(error instanceof AuthError ? error.cause?.err : error.cause, depth + 1)
}

/** Adds the hint to an error's message, if there is one. */
export function withHint(error: AuthError): AuthError {
  const hint = hintFor(error)
  return hint === undefined ? error : new AuthError(error.type, `${error.message}. ${hint}`, error.cause)
}
