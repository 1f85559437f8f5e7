import type { Pool } from "pg"
import { importUser } from "./import-user.ts"

interface Row {
  email: string
  name: string | null
  is_verified: boolean
  encrypted_password: string | null
}

/** Moves the users of a Supabase project. `pool` connects to its database. */
export async function moveFromSupabase(pool: Pick<Pool, "query">) {
  const { rows } = await pool.query<Row>(`
    select email, raw_user_meta_data->>'name' as name, email_confirmed_at is not null as is_verified, encrypted_password
    from auth.users where email is not null and deleted_at is null`)
  for (const { email, name, is_verified: isVerified, encrypted_password: hash } of rows)
    await importUser({ email, name, isVerified, hash })
}
