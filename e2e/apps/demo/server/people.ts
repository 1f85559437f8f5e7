import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { promisify } from "node:util"
import type { Adapter } from "latchkit/adapters"

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt)

/** The two members with a password. Only a demo may print passwords. */
export const PEOPLE = [
  {
    username: "katherine",
    name: "Katherine Johnson",
    email: "katherine@example.com",
    password: "orbit-the-earth-1962",
  },
  { username: "vera", name: "Vera Rubin", email: "vera@example.com", password: "andromeda-turns-1970" },
] as const

export interface People {
  /** Returns the member with this password, or null. Takes the same time for an unknown name. */
  withPassword(username: string, password: string): Promise<{ id: string } | null>
}

/** Creates the members and the app's own table of their passwords. */
export async function openPeople(adapter: Adapter): Promise<People> {
  const database = new DatabaseSync(":memory:")
  database.exec(
    "CREATE TABLE passwords (username TEXT PRIMARY KEY COLLATE NOCASE, id TEXT, salt BLOB, hash BLOB) STRICT",
  )
  const insert = database.prepare("INSERT INTO passwords VALUES (?, ?, ?, ?)")
  for (const { username, name, email, password } of PEOPLE) {
    const id = crypto.randomUUID()
    await adapter.createUser?.({ id, name, email, emailVerified: new Date() })
    const salt = randomBytes(16)
    insert.run(username, id, salt, await derive(password, salt, 32))
  }

  const find = database.prepare("SELECT id, salt, hash FROM passwords WHERE username = ?")
  const unknownPerson = { salt: randomBytes(16), hash: randomBytes(32) }
  return {
    async withPassword(username, password) {
      const row = find.get(username.trim())
      const { salt, hash } = (row ?? unknownPerson) as { salt: Uint8Array; hash: Uint8Array } // the table declares these types
      const same = timingSafeEqual(await derive(password, salt, 32), hash)
      return row && same ? { id: String(row["id"]) } : null
    },
  }
}
