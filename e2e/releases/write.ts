// Writes what the packed release leaves in the world: `node e2e/releases/write.ts`, after the build of a release.
import { brotliCompressSync } from "node:zlib"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import { startMariaDb, startPostgres, startRedis } from "../databases/servers.ts"
import type { SessionStrategyName } from "../../server/core/config/callbacks.ts"
import { packedPackage } from "../tools/packed.ts"
import { releaseModule } from "./bundle.ts"
import { dump } from "./dumps.ts"
import { names } from "./names.ts"
import { beginScenes } from "./play.ts"
import { openStore, type Kit } from "./stores.ts"

/** Far in the future, so that Redis expires nothing while a test opens it. */
const AT = Date.UTC(2060, 0, 1)

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
const folder = join(import.meta.dirname, version)
const temporary = mkdtempSync(join(tmpdir(), "latchkit-release-"))
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, "names.json"), `${JSON.stringify(names(), null, 1)}\n`)
await bundle()
const kit = (await import(releaseModule(version))) as Kit // what `ENTRY` exports
for (const strategy of ["jwt", "database"] as const)
  await write(`sqlite-${strategy}`, join(temporary, strategy), strategy)
await write("prisma-sqlite", `prisma:${join(temporary, "prisma")}`, "database")
await write("records", `records:${join(temporary, "records")}`, "database")
for (const [name, start] of Object.entries({ postgres: startPostgres, mariadb: startMariaDb, redis: startRedis })) {
  const server = await start()
  await write(name, server.url, name === "redis" ? "jwt" : "database")
  await server.stop()
}
rmSync(temporary, { recursive: true })

async function write(name: string, url: string, strategy: SessionStrategyName): Promise<void> {
  const { adapter, close } = await openStore(kit, url)
  const scenes = await beginScenes({ kit, adapter, strategy }, AT)
  await close()
  const tables = await dump(kit, url)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ strategy, scenes, tables }, null, 1)}\n`)
}

/** Bundles the server code of the packed release, with its dependencies, so that a later test needs no registry. */
async function bundle(): Promise<void> {
  execFileSync("tar", ["-xzf", packedPackage(), "-C", temporary])
  const dist = join(temporary, "package/dist/server")
  const contents = readFileSync(join(import.meta.dirname, "kit.ts"), "utf8").replaceAll(
    /"..\/..\/server\/(.+)\.ts"/g,
    (_, path) => JSON.stringify(join(dist, `${path}.js`)),
  )
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    ...{ bundle: true, minify: true, write: false, format: "esm", platform: "node", target: "node22" },
    ...{ external: ["kysely", "nodemailer"], legalComments: "none", nodePaths: ["node_modules"] },
  })
  writeFileSync(join(folder, "kit.mjs.br"), brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array()))
}
