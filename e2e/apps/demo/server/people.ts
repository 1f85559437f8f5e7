import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { promisify } from "node:util"
import type { Adapter } from "latchkit/adapters"

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt)

/** The two who have a password; a demo may print what a real app never knows. */
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
  /** The member whose password this is, or null; it takes as long for a name that nobody has. */
  withPassword(username: string, password: string): Promise<{ id: string } | null>
}

/** Makes the members, and opens the table of their passwords: they are the app's own business. */
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
  const nobody = { salt: randomBytes(16), hash: randomBytes(32) }
  return {
    async withPassword(username, password) {
      const row = find.get(username.trim())
      const { salt, hash } = (row ?? nobody) as { salt: Uint8Array; hash: Uint8Array } // as the table declares them
      const same = timingSafeEqual(await derive(password, salt, 32), hash)
      return row && same ? { id: String(row["id"]) } : null
    },
  }
}
