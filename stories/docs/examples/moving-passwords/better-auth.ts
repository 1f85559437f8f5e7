import { DatabaseSync } from "node:sqlite"
import { importUser } from "./import-user.ts"

/** Moves the users of Better Auth's database. */
export async function moveFromBetterAuth(file: string) {
  const rows = new DatabaseSync(file, { readOnly: true }).prepare(`
    select user.email, user.name, user."emailVerified", account.password
    from user left join account on account."userId" = user.id and account."providerId" = 'credential'`)
  for (const { email, name, emailVerified, password } of rows.all())
    await importUser({
      email: String(email),
      name: String(name),
      isVerified: emailVerified === 1,
      hash: password === null ? null : String(password),
    })
}
