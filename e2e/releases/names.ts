import { ACTIONS } from "../../client/protocol.ts"
import { migrationSql } from "../../server/adapters/sql/migrations.ts"
import { PLAIN_COOKIES, REPLAY_PURPOSES, SEALED, SIGNED } from "../../server/core/crypto/bindings.ts"
import { cookieTables } from "../../server/core/cookies/names.ts"
import { ERRORS } from "../../server/errors.ts"

/** Names that browsers, databases and clients have stored, so that no later version may rename or remove one. */
export const names = () => ({
  cookies: [
    ...Object.values(cookieTables()({ secure: true })).map(({ name }) => name),
    ...Object.keys({ ...PLAIN_COOKIES, ...SEALED }).filter((name) => name.startsWith("latchkit.")),
  ],
  purposes: Object.keys({ ...SEALED, ...SIGNED, ...REPLAY_PURPOSES }),
  errors: Object.keys(ERRORS),
  actions: [...ACTIONS],
  statements: migrationSql("sqlite", "auth_")
    .split(";\n")
    .filter((text) => text.trim())
    .map((text) => text.trim()),
})
