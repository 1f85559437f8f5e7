import { randomUUID } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"

// Stands in for `new PrismaClient()`: the calls that the app and @auth/prisma-adapter make, with the rows in a file
interface Row {
  id: string
  [column: string]: unknown
}
interface User extends Row {
  name: string | null
  email: string
  emailVerified: Date | null
  image: string | null
  role: string
}
type Where = Record<string, unknown>

const file = process.env.USERS_FILE ?? "users.json"
const ada: User = {
  id: "ada",
  name: "Ada",
  email: "ada@example.com",
  emailVerified: null,
  image: null,
  role: "admin",
}

function read(): Record<string, Row[]> {
  if (!existsSync(/* turbopackIgnore: true */ file)) return { user: [ada], account: [] }
  return JSON.parse(readFileSync(/* turbopackIgnore: true */ file, "utf8"))
}

const matches = (row: Row, where: Where): boolean =>
  Object.entries(where).every(([key, value]) =>
    typeof value === "object" && value !== null ? matches(row, value as Where) : row[key] === value,
  )

function model<T extends Row>(name: string) {
  const rows = (tables: Record<string, Row[]>) => (tables[name] ??= []) as T[]
  async function find({ where, include }: { where: Where; include?: { user: true } }) {
    const tables = read()
    const row = rows(tables).find((candidate) => matches(candidate, where))
    if (!row) return null
    return include ? { ...row, user: tables.user?.find(({ id }) => id === row.userId) } : row
  }
  return {
    findUnique: find,
    findFirst: find,
    async create({ data }: { data: Partial<T> }) {
      const tables = read()
      const row = { id: randomUUID(), ...data } as T
      rows(tables).push(row)
      writeFileSync(file, JSON.stringify(tables))
      return row
    },
    async update({ where, data }: { where: Where; data: Partial<T> }) {
      const tables = read()
      const row = rows(tables).find((candidate) => matches(candidate, where))
      if (!row) throw Object.assign(new Error("Record not found"), { code: "P2025" })
      Object.assign(row, data)
      writeFileSync(file, JSON.stringify(tables))
      return row
    },
  }
}

export const prisma = { user: model<User>("user"), account: model("account"), session: model("session") }
