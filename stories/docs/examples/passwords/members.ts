import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { promisify } from "node:util"

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt)

interface Member {
  id: string
  email: string
  name: string
  salt: Buffer
  hash: Buffer
}

const members = new Map<string, Member>() // your table
const nobody = { salt: randomBytes(16), hash: randomBytes(32) }

export async function addMember(
  email: string,
  name: string,
  password: string,
): Promise<void> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, 32)
  members.set(email, { id: crypto.randomUUID(), email, name, salt, hash })
}

/** Returns the member with this password, or null. It takes as long if no member has the address. */
export async function memberWith(email: string, password: string): Promise<Member | null> {
  const member = members.get(email)
  const { salt, hash } = member ?? nobody
  const same = timingSafeEqual(await derive(password, salt, 32), hash)
  return member && same ? member : null
}

/** Returns a text that changes with the member's password, or null if there is no such member. */
export function findPasswordVersion(email: string): string | null {
  return members.get(email)?.hash.toString("base64") ?? null
}
