import { readFile } from "node:fs/promises"
import { importUser } from "./import-user.ts"

interface Export {
  users: {
    email?: string
    displayName?: string
    emailVerified?: boolean
    salt?: string
    passwordHash?: string
  }[]
}

/** Moves the users of `firebase auth:export users.json`. */
export async function moveFromFirebase(file: string) {
  const { users } = JSON.parse(await readFile(file, "utf8")) as Export
  for (const {
    email,
    displayName: name,
    emailVerified: isVerified = false,
    salt,
    passwordHash,
  } of users)
    if (email)
      await importUser({
        email,
        name,
        isVerified,
        hash: passwordHash && `$firebase$${salt}$${passwordHash}`,
      })
}
