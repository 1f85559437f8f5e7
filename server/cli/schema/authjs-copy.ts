/**
 * Returns the statements that copy the rows of `@auth/d1-adapter` into Latchkit's tables of SQLite. They keep what is
 * there, so they can run again.
 *
 * Auth.js's tables have no unique keys. Of two users with one address, the first keeps it. An account of two users
 * stays with the first.
 *
 * @param prefix the prefix of Latchkit's tables
 */
export function authjsCopyStatements(prefix: string): readonly string[] {
  const ownedRows = `where "userId" in (select "id" from "${prefix}users") order by "rowid"`
  return [
    copyStatement("users", `${prefix}users`, {
      ...sameColumns("id", "name", "image"),
      email: `iif(${IS_FIRST}, lower(nullif("email", '')), null)`,
      emailVerified: milliseconds("emailVerified"),
    }),
    copyStatement("accounts", `${prefix}accounts`, {
      ...sameColumns("provider", "providerAccountId", "userId", "type", "access_token", "refresh_token", "id_token"),
      ...sameColumns("scope", "token_type", "session_state"),
      expires_at: 'cast("expires_at" as integer)',
      extra: `nullif(json_patch('{}', ${FURTHER_TOKENS}), '{}')`, // without those that are null
    }) + ownedRows,
    copyStatement("sessions", `${prefix}sessions`, {
      ...sameColumns("sessionToken", "userId"),
      expires: milliseconds("expires"),
    }) + ownedRows,
    copyStatement("verification_tokens", `${prefix}verification_tokens`, {
      ...sameColumns("identifier", "token"),
      expires: milliseconds("expires"),
    }),
  ]
}

/** @param columns the values by the columns that get them */
function copyStatement(from: string, to: string, columns: Readonly<Record<string, string>>): string {
  const names = Object.keys(columns).map((name) => `"${name}"`).join(", ") // prettier-ignore
  return `insert or ignore into "${to}" (${names})\nselect ${Object.values(columns).join(", ")}\nfrom "${from}" `
}

const sameColumns = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `"${name}"`]))

const IS_FIRST = 'row_number() over (partition by lower("email") order by "rowid") = 1'
const FURTHER_TOKENS = `json_object('oauth_token', "oauth_token", 'oauth_token_secret', "oauth_token_secret")`

/** Auth.js stores dates as texts. */
const milliseconds = (column: string): string => `cast(round(unixepoch("${column}", 'subsec') * 1000) as integer)`
