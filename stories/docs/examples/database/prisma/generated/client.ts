// Stands in for the client that Prisma generates here. Its class is the generated one, and its types are those of the page
import { getPrismaClientClass } from "../class.generated.ts"

export interface User {
  id: string
  email: string | null
  verifiedAt: Date | null
  fullName: string | null
  avatarUrl: string | null
  plan: "free" | "paid"
  sessionEpoch: Date | null
}

interface UserDelegate {
  [key: symbol]: { types: { payload: { scalars: User } } }
  fields: Record<keyof User, object>
  findMany(): Promise<User[]>
}

type Client = InstanceType<ReturnType<typeof getPrismaClientClass>>

export type TransactionClient = Pick<Client, "$queryRawUnsafe" | "membership"> & { user: UserDelegate }
export type * as Prisma from "./client.ts"

export type PrismaClient = TransactionClient &
  Pick<Client, "$executeRawUnsafe" | "$disconnect" | "$extends"> & {
    $on(event: "query", run: (event: { query: string }) => void): void
    $transaction<T>(run: (tx: TransactionClient) => Promise<T>): Promise<T>
  }
export const PrismaClient = getPrismaClientClass() as unknown as new (options: object) => PrismaClient // as the types above
