import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { promisify } from "node:util"

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt)

/** The two who have a password; a demo may print what a real app never knows. */
export const PEOPLE = [
  { name: "Katherine Johnson", email: "katherine@example.com", password: "orbit-the-earth-1962" },
  { name: "Vera Rubin", email: "vera@example.com", password: "andromeda-turns-1970" },
] as const

/** Someone who proved who they are. */
export interface Member {
  id: string
  name: string
  email: string
}

export interface People {
  /** The member whose password this is, or null; it takes as long for an address that nobody has. */
  withPassword(email: string, password: string): Promise<Member | null>
}

/** Opens the members' database and fills it. */
export async function openPeople(): Promise<People> {
  const database = new DatabaseSync(":memory:")
  database.exec(
    "CREATE TABLE members (id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE COLLATE NOCASE, salt BLOB, hash BLOB) STRICT",
  )
  const insert = database.prepare("INSERT INTO members VALUES (?, ?, ?, ?, ?)")
  for (const { name, email, password } of PEOPLE) {
    const salt = randomBytes(16)
    insert.run(crypto.randomUUID(), name, email, salt, await derive(password, salt, 32))
  }

  const find = database.prepare("SELECT id, name, email, salt, hash FROM members WHERE email = ?")
  const nobody = { salt: randomBytes(16), hash: randomBytes(32) }
  return {
    async withPassword(email, password) {
      const row = find.get(email.trim())
      const { salt, hash } = (row ?? nobody) as { salt: Uint8Array; hash: Uint8Array } // as the table declares them
      const same = timingSafeEqual(await derive(password, salt, 32), hash)
      return row && same ? { id: String(row["id"]), name: String(row["name"]), email: String(row["email"]) } : null
    },
  }
}
