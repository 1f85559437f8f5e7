import type { Pool } from "pg"
import { importUser } from "./import-user.ts"

interface DeviseRow {
  email: string
  encrypted_password: string
  confirmed_at: Date | null
}

/** Moves the users of Devise. Without `confirmable`, there is no column `confirmed_at`, and no address is verified. */
export async function moveFromDevise(pool: Pick<Pool, "query">) {
  const { rows } = await pool.query<DeviseRow>(
    "select email, encrypted_password, confirmed_at from users",
  )
  for (const { email, encrypted_password: hash, confirmed_at: confirmed } of rows)
    await importUser({ email, isVerified: confirmed !== null, hash })
}

interface DjangoRow {
  email: string
  password: string
  first_name: string
  last_name: string
}

/** Moves the users of Django. It verifies no address itself, and a password that starts with `!` isn't one. */
export async function moveFromDjango(pool: Pick<Pool, "query">) {
  const { rows } = await pool.query<DjangoRow>(
    "select email, password, first_name, last_name from auth_user where email <> ''",
  )
  for (const { email, password, first_name: first, last_name: last } of rows)
    await importUser({
      email,
      name: `${first} ${last}`.trim(),
      isVerified: false,
      hash: password.startsWith("!") ? null : password,
    })
}
