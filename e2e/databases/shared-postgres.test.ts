import { mkdir, readFile, writeFile } from "node:fs/promises"
import { stripTypeScriptTypes } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { PrismaPg } from "@prisma/adapter-pg"
import { drizzle } from "drizzle-orm/node-postgres"
import { withReplicas } from "drizzle-orm/pg-core"
import { Kysely } from "kysely"
import type { Pool } from "pg"
import * as vitest from "vitest"
import { DrizzleAdapter } from "../../server/adapters/drizzle.ts"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { postgresDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import { ADAPTER_RULES } from "../../server/testing/adapter-contract.ts"
import { adapterOn } from "../../stories/docs/examples/database/prisma/auth.ts"
import { PrismaClient } from "../../stories/docs/examples/database/prisma/generated/client.ts"
import { describeOn } from "./describe-on.ts"
import { createStatements } from "./drizzle-tables.ts"
import * as tables from "./postgres-tables.ts"
import { postgresPool, startPostgres } from "./servers.ts"

const { expect, test } = vitest

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The tables of `latchkit schema drizzle` in a schema of PostgreSQL, as an app writes them with `pgSchema`. */
async function tablesInSchema(): Promise<typeof tables> {
  const text = await readFile(here("postgres-tables.ts"), "utf8")
  const declared = text.replaceAll("pgTable", "auth.table").replace("auth.table, ", "pgSchema, ")
  const [file, imports = ""] = [
    here(`../../.cache/postgres-schema.${process.pid}.mjs`),
    /^import .*$/m.exec(declared)?.[0],
  ]
  await mkdir(here("../../.cache"), { recursive: true })
  await writeFile(file, declared.replace(imports, `${imports}\nconst auth = pgSchema("auth")`))
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as typeof tables // the same tables
}

/** The client that Prisma generates if each model and enum of the schema has `@@schema("auth")`. */
async function clientOfSchema(): Promise<typeof PrismaClient> {
  const text = await readFile(here("../../stories/docs/examples/database/prisma/class.generated.ts"), "utf8")
  const declared = text
    .replace(String.raw`\"postgresql\"\n`, (line) => String.raw`${line}  schemas = [\"auth\"]\n`)
    .replaceAll(
      /( {2}@@map\(\\"\w+\\"\)\\n| {2}paid\\n)\}/g,
      (_, line: string) => String.raw`${line}  @@schema(\"auth\")\n}`,
    )
    .replaceAll(String.raw`\"schema\":null`, String.raw`\"schema\":\"auth\"`)
  const file = here(`../../.cache/prisma-schema.${process.pid}.mjs`)
  await mkdir(here("../../.cache"), { recursive: true })
  await writeFile(file, stripTypeScriptTypes(declared))
  const { getPrismaClientClass } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    getPrismaClientClass(): typeof PrismaClient
  } // the same module
  return getPrismaClientClass()
}

const onKysely = (pool: Pool): FullAdapter => SqlAdapter(new Kysely<object>({ dialect: postgresDialect(pool) }))
const onDrizzle = (pool: Pool): FullAdapter => DrizzleAdapter(drizzle({ client: pool }), tables)
const TOOLS = [
  ["SqlAdapter", onKysely],
  ["DrizzleAdapter", onDrizzle],
] as const

const user = (id: string) => ({ id, email: `${id}@app.test`, emailVerified: null, name: "Ada" })

async function expectRules(adapter: FullAdapter): Promise<void> {
  for (const rule of ADAPTER_RULES)
    await rule.check(adapter).catch((error: unknown) => expect.fail(`${rule.name}: ${String(error)}`))
}

describeOn("PostgreSQL", "a database that an app shares with other programs", () => {
  const running: { server?: Awaited<ReturnType<typeof startPostgres>> } = {}
  const pools: Pool[] = []
  vitest.beforeAll(async () => void (running.server = await startPostgres()))
  vitest.afterEach(async () => void (await Promise.all(pools.splice(0).map((pool) => pool.end()))))
  vitest.afterAll(() => running.server?.stop())

  const open = (url: string) => pools[pools.push(postgresPool(url)) - 1] ?? expect.fail("no pool")
  /** Creates a database with the schema `auth`. Returns its URL. */
  async function newDatabase(name: string): Promise<string> {
    const url = running.server?.url ?? expect.fail("no server")
    await open(url).query(`create database ${name}`)
    const own = url.replace(/\w+$/, name)
    await open(own).query("create schema auth")
    return own
  }
  const inAuth = (url: string): Pool => open(`${url}?options=-c%20search_path%3Dauth`)

  test.each(TOOLS)("%s stores in the schema of the connection's search_path", async (name, create) => {
    const pool = inAuth(await newDatabase(`path_${name}`.toLowerCase()))
    await SqlAdapter(new Kysely<object>({ dialect: postgresDialect(pool) })).migrate()
    await expectRules(create(pool))
  })

  test("DrizzleAdapter stores in the schema of `pgSchema`, and reads no replica", async () => {
    const url = await newDatabase("pg_schema")
    const schema = await tablesInSchema()
    const pool = inAuth(url)
    for (const statement of createStatements(schema)) await pool.query(statement)
    const [primary, replica] = [drizzle({ client: open(url) }), drizzle({ client: open(`${url}_replica`) })] // which isn't there
    const adapter = DrizzleAdapter(withReplicas(primary, [replica]), schema)
    await expectRules(adapter)
  })

  test.each([
    ["the driver", "no other tables"],
    ["the driver", "the same tables in `public`"],
    ["`@@schema`", "the same tables in `public`"],
  ])("PrismaAdapter stores in the schema of %s, beside %s", async (place, others) => {
    const [isDriver, hasOthers] = [place === "the driver", others !== "no other tables"]
    const url = await newDatabase(`prisma_${isDriver}_${hasOthers}`)
    const statements = await readFile(here("../../stories/docs/examples/database/prisma/tables.generated.sql"), "utf8")
    await inAuth(url).query(statements)
    if (hasOthers) await open(url).query(statements)
    const Client = isDriver ? PrismaClient : await clientOfSchema()
    const prisma = new Client({ adapter: new PrismaPg(open(url), isDriver ? { schema: "auth" } : {}) })
    await expectRules(adapterOn(prisma))
    await prisma.$disconnect()
  })

  test.each(TOOLS)("%s returns what a trigger stored, and leaves nothing if one fails", async (name, create) => {
    const pool = inAuth(await newDatabase(`triggers_${name}`.toLowerCase()))
    await SqlAdapter(new Kysely<object>({ dialect: postgresDialect(pool) })).migrate()
    await pool.query(`
      create table profiles (id text primary key references auth_users on delete cascade);
      create function create_profile() returns trigger language plpgsql as $$ begin insert into profiles values (new.id); return new; end $$;
      create trigger profile after insert on auth_users for each row execute function create_profile();
      create function shout() returns trigger language plpgsql as $$ begin new.name := upper(new.name); return new; end $$;
      create trigger shout before insert or update on auth_users for each row execute function shout();
      create function reject() returns trigger language plpgsql as $$ begin raise exception 'no accounts'; end $$;
      create trigger reject before insert on auth_accounts for each row execute function reject();`)
    const adapter = create(pool)
    expect(await adapter.createUser(user("ada"))).toMatchObject({ name: "ADA" })
    expect(await adapter.updateUser({ id: "ada", name: "Grace" })).toMatchObject({ name: "GRACE" })
    const failed = adapter.transaction(async (within) => {
      await within.createUser?.(user("eve"))
      await within.linkAccount?.({ userId: "eve", provider: "acme", providerAccountId: "1", type: "oauth" })
    })
    await expect(failed).rejects.toThrow()
    expect((await pool.query("select id from profiles")).rows).toEqual([{ id: "ada" }])
    await adapter.deleteUser("ada")
    expect((await pool.query("select id from profiles")).rows).toEqual([])
  })

  test.each(TOOLS)("%s needs a policy for its role under row-level security", async (name, create) => {
    const url = await newDatabase(`rows_${name}`.toLowerCase())
    const pool = inAuth(url)
    await SqlAdapter(new Kysely<object>({ dialect: postgresDialect(pool) })).migrate()
    const { rows } = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'auth'",
    )
    const names = rows.map(({ name }) => name)
    const role = `app_${name}`.toLowerCase()
    await pool.query(`create role ${role} login password 'app'; grant usage on schema auth to ${role}`)
    await pool.query(`grant all on all tables in schema auth to ${role}`)
    for (const table of names) await pool.query(`alter table ${table} enable row level security`)
    const adapter = create(inAuth(url.replace("postgres:test", `${role}:app`)))
    await expect(adapter.createUser(user("ada"))).rejects.toThrow()
    expect(await adapter.getUser("ada")).toBeNull()
    for (const table of names)
      await pool.query(`create policy latchkit on ${table} to ${role} using (true) with check (true)`)
    await expectRules(adapter)
  })
})
