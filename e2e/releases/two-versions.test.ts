import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, test } from "vitest"
import { isLong } from "../../server/test-kit/long.ts"
import { describeOn } from "../databases/describe-on.ts"
import { startPostgres, startRedis } from "../databases/servers.ts"
import { runTwoVersions, type Previous } from "./two-versions.ts"

/** Releases that the current code runs beside, the last one first. */
const RELEASES: readonly [Previous, ...Previous[]] = [
  { version: "0.1.0", does: "everything" },
  // No release: the state of an OAuth sign-in and a paused sign-in had other formats until 0.1.0
  { version: "0.1.0-candidate", does: "whole sign-ins" },
]
/** Steps on each database beside each release. */
const STEPS = Number(process.env["LATCHKIT_STEPS"] ?? 100)
const TIMEOUT = 120_000 + STEPS * 1000

function suite(store: (name: string) => string): void {
  describe.each(isLong ? RELEASES : [RELEASES[0]])("beside $version", (previous) => {
    test.each(isLong ? (["jwt", "database"] as const) : (["database"] as const))(
      "no user loses a session or an account, also after a rollback, with the %s strategy",
      { timeout: TIMEOUT },
      (strategy) =>
        runTwoVersions({ store: store(`${previous.version}-${strategy}`), previous, strategy, steps: STEPS / 2 }),
    )
  })
}

describe("the current code on SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkit-releases-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  suite((name) => join(folder, name))
})

const SERVERS = { PostgreSQL: startPostgres, Redis: startRedis }

if (isLong)
  for (const engine of ["PostgreSQL", "Redis"] as const)
    describeOn(engine, "the current code", () => {
      let server: Awaited<ReturnType<typeof startRedis>>
      beforeAll(async () => void (server = await SERVERS[engine]()))
      afterAll(() => server.stop())
      suite(() => server.url)
    })
