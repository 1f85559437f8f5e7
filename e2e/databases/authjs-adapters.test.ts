import { DrizzleAdapter } from "@auth/drizzle-adapter"
import PostgresAdapter from "@auth/pg-adapter"
import { drizzle } from "drizzle-orm/node-postgres"
import type { Pool } from "pg"
import * as vitest from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { errorIn, whoIs } from "../../server/testing/oauth-service.ts"
import { visitor } from "../../server/testing/visitor.ts"
import { serviceOn } from "./service-suite.ts"
import { postgresPool, startPostgres } from "./servers.ts"

const { describe, expect, test } = vitest

/** The tables as the adapter's own documentation has them. */
const PG_TABLES = `
create table verification_token (identifier text not null, expires timestamptz not null, token text not null, primary key (identifier, token));
create table accounts (id serial, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
  "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text, scope text,
  session_state text, token_type text, primary key (id));
create table sessions (id serial, "userId" integer not null, expires timestamptz not null, "sessionToken" varchar(255) not null, primary key (id));
create table users (id serial, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text, primary key (id));`

const DRIZZLE_TABLES = `
create table "user" (id text primary key, name text, email text unique, "emailVerified" timestamp, image text);
create table account ("userId" text not null references "user"(id) on delete cascade, type text not null, provider text not null,
  "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text,
  id_token text, session_state text, primary key (provider, "providerAccountId"));
create table session ("sessionToken" text primary key, "userId" text not null references "user"(id) on delete cascade, expires timestamp not null);
create table "verificationToken" (identifier text not null, token text not null, expires timestamp not null, primary key (identifier, token));
create table authenticator ("credentialID" text not null unique, "userId" text not null references "user"(id) on delete cascade,
  "providerAccountId" text not null, "credentialPublicKey" text not null, counter integer not null,
  "credentialDeviceType" text not null, "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"));`

const noUnique = "its tables have no unique keys"
const blanks = "blank values are values to it; the service never asks for one"

/** Each adapter, its tables, and what of the contract it is known not to hold. */
const ADAPTERS: readonly [string, string, (pool: Pool) => Adapter, Record<string, string>][] = [
  [
    "@auth/pg-adapter",
    PG_TABLES,
    (pool) => PostgresAdapter(pool) as Adapter, // its types are those of @auth/core
    {
      "a created user is found by id and by address": "its ids are numbers",
      "an address has one user": noUnique,
      "attack 269: 20 parallel creations of one address make one user": noUnique,
      "attack 270: an account that two users link at once has one owner": noUnique,
      "attack 190: one session token makes one session": noUnique,
      "attack 274: users are looked up by literal text only": "its ids are numbers",
      "attack 275: a blank address finds nobody": blanks,
      "attack 275: a blank token opens no session": blanks,
      "attack 275: a blank token redeems nothing": blanks,
    },
  ],
  [
    "@auth/drizzle-adapter",
    DRIZZLE_TABLES,
    (pool) => DrizzleAdapter(drizzle(pool)) as Adapter, // its types are those of @auth/core
    {
      "attack 275: a blank address finds nobody": blanks,
      "attack 275: a blank token opens no session": blanks,
      "attack 275: a blank token redeems nothing": blanks,
      "the counter is stored": "its column holds 31 bits",
    },
  ],
]

describe.each(ADAPTERS)("%s, unmodified", (_, tables, make, fails) => {
  const opened: { adapter?: Adapter; close?: () => Promise<void> } = {}
  const adapter = () => opened.adapter ?? expect.fail("not connected")
  const unique = (name: string): string => `${name}-${crypto.randomUUID()}@app.test`
  runAdapterContract(
    adapter,
    {
      fails,
      async connect() {
        const server = await startPostgres()
        const pool = postgresPool(server.url)
        await pool.query(tables)
        opened.adapter = make(pool)
        opened.close = async () => {
          await pool.end()
          await server.stop()
        }
      },
      disconnect: () => opened.close?.(),
    },
    vitest,
  )

  test("a person signs in by provider, comes back, and signs out", async () => {
    const { browser, enter } = await serviceOn(adapter())
    const email = unique("ada")
    for (let visit = 0; visit < 2; visit++) {
      const each = browser()
      expect(errorIn(await enter(each, { sub: email, email, email_verified: true }))).toBeNull()
      expect(await whoIs(each)).toBe(email)
      await each.post("/signout", { csrfToken: await each.csrfToken() })
      expect(await whoIs(each)).toBeNull()
    }
  })

  test("a person signs in by mail, and links a provider to themselves", async () => {
    const { browser, enter, ask } = await serviceOn(adapter())
    const email = unique("ada")
    const each = browser()
    await each.get(await ask(each, email))
    expect(await whoIs(each)).toBe(email)
    expect(errorIn(await enter(each, { sub: email, email: unique("other"), email_verified: true }))).toBeNull()
    const again = browser()
    await enter(again, { sub: email, email: unique("other"), email_verified: true })
    expect(await whoIs(again)).toBe(email)
  })

  test("attack 121: a user that was prepared is not handed to the mailbox's owner where the adapter cannot empty it first", async () => {
    const { browser, enter, ask } = await serviceOn(adapter())
    const email = unique("victim")
    await enter(browser(), { sub: email, email, email_verified: false })
    const owner = browser()
    expect(errorIn(await owner.get(await ask(owner, email)))).toBe("AccountNotLinked")
    expect(await whoIs(owner)).toBeNull()
  })

  test("attack 146: of 50 parallel uses of one mailed link one signs in", async () => {
    const { auth, browser, ask, told } = await serviceOn(adapter())
    const asking = browser()
    const link = await ask(asking, unique("race"))
    const answers = await Promise.all(Array.from({ length: 50 }, () => visitor(auth, new Map(asking.jar)).get(link)))
    expect(answers.filter((answer) => errorIn(answer) === null)).toHaveLength(1)
    expect(told.sort()).toEqual(["createUser", "signIn"])
  })

  test("attack 269: 20 parallel first visits of one person to one process make one user", async () => {
    const { browser, start, told } = await serviceOn(adapter())
    const email = unique("race")
    const visits = Array.from({ length: 20 }, () => browser()).map(async (each) => ({
      each,
      url: await start(each, { sub: email, email, email_verified: true }),
    }))
    const answers = await Promise.all((await Promise.all(visits)).map(({ each, url }) => each.get(url)))
    expect(answers.map(errorIn)).toEqual(Array.from({ length: 20 }, () => null))
    expect(told.filter((name) => name === "createUser")).toHaveLength(1)
  })
})
