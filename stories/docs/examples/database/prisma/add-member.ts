import { adapterOn } from "./auth.ts"
import type { PrismaClient } from "./generated/client.ts"

/** Creates a user with a membership. Both are stored, or neither is. */
export function addMember(prisma: PrismaClient, email: string, team: string) {
  return prisma.$transaction(async (tx) => {
    const { id } = await adapterOn(tx).createUser({ id: "", email, emailVerified: null })
    await tx.membership.create({ data: { userId: id, team } })
    return id
  })
}
