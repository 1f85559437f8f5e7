import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import { importUser } from "./import-user.ts"

interface Row {
  email?: string
  email_verified?: boolean
  passwordHash?: string
}

/** Moves the users of the file with password hashes that Auth0's support sends: one JSON object in each line. */
export async function moveFromAuth0(file: string) {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const {
      email,
      email_verified: isVerified = false,
      passwordHash: hash,
    } = JSON.parse(line) as Row
    if (email) await importUser({ email, isVerified, hash })
  }
}
