import { D1Adapter, up } from "@auth/d1-adapter"
import { DynamoDBAdapter } from "@auth/dynamodb-adapter"
import { MongoDBAdapter } from "@auth/mongodb-adapter"
import NeonAdapter from "@auth/neon-adapter"
import { createIndexes, PouchDBAdapter } from "@auth/pouchdb-adapter"
import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter"
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb"
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb"
import { PGlite } from "@electric-sql/pglite"
import { Redis } from "@upstash/redis"
import dynalite from "dynalite"
import { Miniflare } from "miniflare"
import type { AddressInfo } from "node:net"
import PouchDB from "pouchdb"
import memory from "pouchdb-adapter-memory"
import find from "pouchdb-find"
import type { Adapter } from "../../../../server/adapters/contract.ts"
import { PG_TABLES } from "../adapter-tables.ts"
import type { Opened } from "../adapters.ts"
import { mongoStandIn } from "./mongo-stand-in.ts"

/** Published adapters of Auth.js for hosted databases, each on a local database. */
export const OPEN_HOSTED: Record<string, () => Promise<Opened>> = {
  async "@auth/d1-adapter"() {
    const worker = new Miniflare({ modules: true, script: D1_WORKER, d1Databases: ["DB"] })
    const database = d1Database(worker) as never // it has the methods that the adapter uses
    await up(database)
    return opened(D1Adapter(database), () => worker.dispose())
  },
  async "@auth/dynamodb-adapter"() {
    const server = dynalite({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo // it listens on TCP
    const credentials = { accessKeyId: "test", secretAccessKey: "test" }
    const client = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: "local", credentials })
    await client.send(new CreateTableCommand(DYNAMO_TABLE))
    const marshallOptions = { convertEmptyValues: true, removeUndefinedValues: true, convertClassInstanceToMap: true }
    const close = async () => {
      client.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
    return opened(DynamoDBAdapter(DynamoDBDocument.from(client, { marshallOptions })), close)
  },
  async "@auth/mongodb-adapter"() {
    return opened(MongoDBAdapter(mongoStandIn()), () => Promise.resolve())
  },
  "@auth/neon-adapter": () => openNeon(),
  async "@auth/pouchdb-adapter"() {
    PouchDB.plugin(find).plugin(memory)
    const pouchdb = new PouchDB(crypto.randomUUID(), { adapter: "memory" })
    await createIndexes(pouchdb)
    return opened(PouchDBAdapter({ pouchdb }) as Adapter, () => pouchdb.close()) // it has the types of an older @auth/core
  },
  async "@auth/upstash-redis-adapter"() {
    const rows = new Map<string, unknown>()
    const run = ([command, key, ...rest]: string[]): unknown => {
      if (command === "set") return rows.set(key ?? "", rest[0]) && "OK"
      if (command === "get") return rows.get(key ?? "") ?? null
      if (command === "del") return [key ?? "", ...rest].filter((name) => rows.delete(name)).length
      throw new Error(`The stand-in has no ${command}`)
    }
    const request = async ({ body }: { body?: unknown }) => ({ result: run(body as string[]) as never }) // a command is a list
    return opened(UpstashRedisAdapter(new Redis({ request })), () => Promise.resolve())
  },
}

/** Opens Neon's adapter on PGlite. `more` are statements that follow those of its documentation. */
export async function openNeon(more = ""): Promise<Opened> {
  const database = await PGlite.create()
  await database.exec(PG_TABLES + more)
  const query = async (text: string, values: unknown[]) => {
    const { rows, affectedRows } = await database.query(text, values)
    return { rows, rowCount: rows.length || affectedRows }
  }
  return opened(NeonAdapter({ query } as never), () => database.close()) // the adapter uses only the pool's `query`
}

/** Runs one statement on its database, and responds with the result or the error. */
const D1_WORKER = `export default {
  async fetch(request, { DB }) {
    const { sql, values, method } = await request.json()
    try {
      return Response.json({ result: await DB.prepare(sql).bind(...values)[method]() })
    } catch ({ message }) {
      return Response.json({ message })
    }
  },
}`

/**
 * A D1 database in a Worker, with one request for each statement. Miniflare's own stand-in sends three, and blocks the
 * process for two of them.
 */
function d1Database(worker: Miniflare) {
  const statement = (sql: string, values: readonly unknown[] = []) => {
    const run = async (method: "first" | "run"): Promise<unknown> => {
      const body = JSON.stringify({ sql, values, method })
      const response = await worker.dispatchFetch("http://worker", { method: "POST", body })
      const { result, message } = (await response.json()) as { result?: unknown; message?: string } // the Worker's
      if (message !== undefined) throw new Error(message)
      return result
    }
    return { first: () => run("first"), run: () => run("run") }
  }
  const bind = (sql: string, values: readonly unknown[]) => {
    // D1 rejects the same values. JSON would change them
    const wrong = values.find((value) => value !== null && !["string", "number", "boolean"].includes(typeof value))
    if (wrong !== undefined || values.includes(undefined))
      throw new Error(`D1_TYPE_ERROR: ${typeof wrong} not supported`)
    return statement(sql, values)
  }
  return {
    prepare: (sql: string) => ({ ...statement(sql), bind: (...values: unknown[]) => bind(sql, values) }),
  }
}

const DYNAMO_TABLE = {
  TableName: "next-auth",
  AttributeDefinitions: ["pk", "sk", "GSI1PK", "GSI1SK"].map((name) => ({
    AttributeName: name,
    AttributeType: "S" as const,
  })),
  KeySchema: keys("pk", "sk"),
  GlobalSecondaryIndexes: [
    { IndexName: "GSI1", KeySchema: keys("GSI1PK", "GSI1SK"), Projection: { ProjectionType: "ALL" as const } },
  ],
  BillingMode: "PAY_PER_REQUEST" as const,
}

function keys(hash: string, range: string) {
  return [
    { AttributeName: hash, KeyType: "HASH" as const },
    { AttributeName: range, KeyType: "RANGE" as const },
  ]
}

function opened(adapter: Adapter, close: () => Promise<unknown>): Opened {
  return { adapter, close }
}
