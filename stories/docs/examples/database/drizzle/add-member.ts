import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import { adapterOn } from "./auth.ts"
import { memberships } from "./people.ts"

/** Creates a user with a membership. Both are stored, or neither is. */
export function addMember(db: NodePgDatabase, email: string, team: string) {
  return db.transaction(async (tx) => {
    const adapter = adapterOn(tx)
    const { id } = await adapter.createUser({ id: "", email, emailVerified: null })
    await tx.insert(memberships).values({ personId: id, team })
    return id
  })
}
