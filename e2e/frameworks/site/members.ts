import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto"
import { promisify } from "node:util"
import type { Adapter, User } from "latchkit/server"

const slow = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)
/** Computes a cheap hash, because the suite signs in hundreds of times. */
const derive = (password: string, salt: Uint8Array) => slow(password, salt, 32, { N: 256 })

/** The two members with a password. Only a test site may print passwords. */
export const MEMBERS = [
  { name: "Katherine Johnson", email: "katherine@example.com", password: "orbit-the-earth-1962" },
  { name: "Vera Rubin", email: "vera@example.com", password: "andromeda-turns-1970" },
] as const

const hashed = MEMBERS.map(async (member) => {
  const salt = randomBytes(16)
  return { ...member, salt, hash: await derive(member.password, salt) }
})
const nobody = { salt: randomBytes(16), hash: randomBytes(32) }

/** Returns the user with this password, or null. Takes the same time for an unknown address. */
export async function memberWith(
  adapter: Required<Pick<Adapter, "getUserByEmail" | "createUser">>,
  email: string,
  password: string,
): Promise<User | null> {
  const found = (await Promise.all(hashed)).find((member) => member.email === email.trim().toLowerCase())
  const { salt, hash } = found ?? nobody
  const same = timingSafeEqual(await derive(password, salt), hash)
  if (!found || !same) return null
  const known = await adapter.getUserByEmail(found.email)
  return known ?? adapter.createUser({ id: "", emailVerified: null, name: found.name, email: found.email })
}
