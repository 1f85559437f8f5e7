#!/usr/bin/env node
// Prisma's schema engine, for `PRISMA_SCHEMA_ENGINE_BINARY`: the real command line runs over the engine's WebAssembly and
// a driver adapter, and downloads nothing. Speaks JSON-RPC, one message a line, on stdin and stdout
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"

const require = createRequire(import.meta.url)
const load = (name) => import(pathToFileURL(require.resolve(name)).href)
const words = process.argv.slice(2)
const valuesOf = (flag) => words.flatMap((word, index) => (word === flag ? [words[index + 1]] : []))
const datamodels = valuesOf("--datamodels").map((path) => [path, readFileSync(path, "utf8")])
const datasource = JSON.parse(valuesOf("--datasource")[0] ?? "{}")

async function openAdapter(url) {
  if (url.startsWith("postgres")) {
    const Result = require("pg/lib/result")
    const { addFields } = Result.prototype
    // The catalogs have columns of the type "char" (18), and lists of it (1002), which the adapter rejects: they are texts
    Result.prototype.addFields = function (fields) {
      for (const field of fields) field.dataTypeID = { 18: 25, 1002: 1009 }[field.dataTypeID] ?? field.dataTypeID
      return addFields.call(this, fields)
    }
    // The adapter drops the database that it made for comparisons while its own pool is still connected. And the engine
    // doesn't know the constraints that PostgreSQL 18 lists (prisma/orm#29635)
    const { Client } = require("pg")
    const { query } = Client.prototype
    const changed = (text) =>
      text
        .replace(/^(DROP DATABASE "prisma_migrate_shadow[^;]*);?\s*$/, "$1 WITH (FORCE)")
        .replace("contype NOT IN ('p', 'u', 'f')", "contype IN ('c', 'x')")
    Client.prototype.query = function (first, ...rest) {
      if (typeof first?.text === "string") first.text = changed(first.text)
      return query.call(this, typeof first === "string" ? changed(first) : first, ...rest)
    }
    process.on("uncaughtException", ({ code }) => code !== "57P01" && process.exit(1)) // of a connection that this ends
    const { PrismaPg } = await load("@prisma/adapter-pg")
    const { hostname: host, port, username: user, password, pathname } = new URL(url)
    // Not as one string: then its database for comparisons would be this one
    return new PrismaPg({ host, port: Number(port), user, password, database: pathname.slice(1) })
  }
  const { PrismaBetterSqlite3 } = await load("@prisma/adapter-better-sqlite3")
  return new PrismaBetterSqlite3({ url }, { shadowDatabaseUrl: ":memory:" })
}

async function openEngine(url) {
  const script = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg")
  const engine = await import(pathToFileURL(script).href)
  const binary = readFileSync(script.replace(/\.js$/, ".wasm"))
  const { instance } = await WebAssembly.instantiate(binary, { "./schema_engine_bg.js": engine })
  engine.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) }
  const { bindMigrationAwareSqlAdapterFactory } = await load("@prisma/driver-adapter-utils")
  const options = { datamodels: datamodels.length > 0 ? datamodels : undefined }
  return engine.SchemaEngine.new(options, () => undefined, bindMigrationAwareSqlAdapterFactory(await openAdapter(url)))
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
const opened = {}

async function respond({ id, method, params }) {
  if (method === undefined) return // the reply to a message of ours
  try {
    opened.engine ??= await openEngine(datasource.url ?? params?.datasource?.url)
    const result = await opened.engine[method === "getDatabaseVersion" ? "version" : method](params)
    // The command line prints what the engine tells it to
    if (method === "diff" && typeof result.stdout === "string")
      send({ id: 1_000_000, method: "print", params: { content: result.stdout } })
    send({ id, result: result ?? null })
  } catch (error) {
    const message = String(error?.message ?? error)
    send({
      id,
      error: { code: 4466, message, data: { is_panic: false, message, meta: null, error_code: error?.code ?? null } },
    })
  }
}

if (words.includes("cli")) {
  // Only whether the database can be reached is asked so
  await (await (await openAdapter(datasource.url)).connect()).dispose()
  process.exit(0)
}
const work = { last: Promise.resolve() }
createInterface({ input: process.stdin })
  .on("line", (line) => void (work.last = work.last.then(() => respond(JSON.parse(line)))))
  .on("close", () => void work.last.then(() => process.exit(0)))
