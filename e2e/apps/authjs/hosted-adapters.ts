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
import type { Adapter } from "../../../server/adapters/contract.ts"
import { PG_TABLES } from "./adapter-tables.ts"
import type { Opened } from "./adapters.ts"
import { mongoStandIn } from "./mongo-stand-in.ts"

/** Published adapters of Auth.js for hosted databases, each on a local database. */
export const OPEN_HOSTED: Record<string, () => Promise<Opened>> = {
  async "@auth/d1-adapter"() {
    const script = "export default { fetch: () => new Response() }"
    const worker = new Miniflare({ modules: true, script, d1Databases: ["DB"] })
    const database = (await worker.getD1Database("DB")) as never // the two packages use different versions of the runtime's types
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
  async "@auth/neon-adapter"() {
    const database = await PGlite.create()
    await database.exec(PG_TABLES)
    const query = async (text: string, values: unknown[]) => {
      const { rows, affectedRows } = await database.query(text, values)
      return { rows, rowCount: rows.length || affectedRows }
    }
    return opened(NeonAdapter({ query } as never), () => database.close()) // the adapter uses only the pool's `query`
  },
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
