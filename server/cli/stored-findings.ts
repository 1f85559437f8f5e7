import { problem, type Finding } from "../core/config/finding.ts"
import type { PasswordHasher } from "../core/crypto/passwords/hasher.ts"
import { asError } from "../errors.ts"
import { withDatabase } from "./database.ts"
import { databaseClockFindings } from "./database-clock.ts"
import { factorFindings } from "./rotate.ts"
import { emailFindings } from "./stored-emails.ts"
import { passwordFindings } from "./stored-passwords.ts"
import { uniqueKeyFindings } from "./unique-keys.ts"

interface StoredValues {
  url: string
  prefix: string | undefined
  hasher: PasswordHasher
  secrets: readonly string[]
}

/** Checks the clock, the keys and the rows of a database. */
export async function storedFindings({ url, prefix, hasher, secrets }: StoredValues): Promise<readonly Finding[]> {
  try {
    await withDatabase(url, () => Promise.resolve())
  } catch (thrown) {
    return [problem(`The database can't be opened. ${asError(thrown).message}.`)]
  }
  return [
    ...(await databaseClockFindings(url)),
    ...(await uniqueKeyFindings(url)),
    ...(await emailFindings(url)),
    ...(await factorFindings({ url, secrets, prefix }).catch((thrown: unknown) => [
      problem(`Second factors: the table can't be read. ${asError(thrown).message}`),
    ])),
    ...(await passwordFindings({ url, prefix, hasher })),
  ]
}
