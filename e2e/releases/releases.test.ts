import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import type { SessionStrategyName } from "../../server/core/config/callbacks.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { describeOn } from "../databases/describe-on.ts"
import { startMariaDb, startPostgres, startRedis } from "../databases/servers.ts"
import { releaseModule } from "./bundle.ts"
import { restore, type Dump } from "./dumps.ts"
import * as current from "./kit.ts"
import { names } from "./names.ts"
import { endScene, type Left } from "./play.ts"
import { emailIn, SCENES } from "./scenes.ts"
import { openStore, type Kit } from "./stores.ts"
import { MINUTE } from "./world.ts"

/** How to open a file that `SqlAdapter` on SQLite does not. */
const BEFORE_PATH: Readonly<Record<string, string>> = { "prisma-sqlite": "prisma:", records: "records:" }

/** Cookies that no scene leaves, and what a user loses with one of them. */
const NOT_LEFT: Readonly<Record<string, string>> = {
  "latchkit.bound": "nothing: the browser gets another one for a signature of its key",
  "latchkit.fedcm": "5 minutes: the account chooser opens again",
  "latchkit.known": "nothing: the browser only counts as a new one",
  "latchkit.leaving": "nothing: the session has ended already",
  "latchkit.opened-by": "the provider's own session stays open after a sign-out",
  "latchkit.registration": "5 minutes: the session stays unbound",
  "latchkit.remember": "the session lasts as long as by default",
  "latchkit.seen": "nothing: an email tells about a new browser",
  "latchkit.typed": "5 minutes: the user types the address again",
}

interface Fixture {
  strategy: SessionStrategyName
  scenes: Left
  tables: Dump
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"))
const RELEASES = readdirSync(import.meta.dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name))

describe.each(RELEASES)("what %s left in the world", (release) => {
  const folder = join(import.meta.dirname, release)

  test("has names that still mean the same", () => {
    const old = read(join(folder, "names.json")) as ReturnType<typeof names>
    const now = names()
    for (const kind of ["cookies", "purposes", "errors", "actions"] as const)
      expect(
        old[kind].filter((name) => !(now[kind] as string[]).includes(name)),
        kind,
      ).toEqual([])
    expect(now.statements.slice(0, old.statements.length)).toEqual(old.statements)
  })

  test("has each kind of cookie", () => {
    const { cookies } = read(join(folder, "names.json")) as ReturnType<typeof names>
    const files = globSync(join(folder, "{sqlite-*,redis}.json"))
    const scenes = files.flatMap((file) => Object.values((read(file) as Fixture).scenes))
    const left = scenes.flatMap((scene) => scene.cookies.map(([cookie]) => cookie.replace("__Host-", "")))
    const isLeft = (name: string) => left.some((cookie) => cookie === name || cookie.startsWith(`${name}.`))
    const kinds = new Set(cookies.map((name) => name.replace("__Host-", "")))
    expect([...kinds].filter((name) => !isLeft(name)).toSorted()).toEqual(Object.keys(NOT_LEFT).toSorted())
  })

  test("has tables in which later versions require no new column", () => {
    const old = read(join(folder, "names.json")) as ReturnType<typeof names>
    const later = names().statements.slice(old.statements.length)
    expect(later.filter((text) => /^alter table .* add column .* not null/is.test(text))).toEqual([])
  })

  /** Opens a release's database with the current code, which migrates it first. */
  async function open(name: string, url: string) {
    const fixture = read(join(folder, `${name}.json`)) as Fixture
    const kit = (await import(releaseModule(release))) as Kit // what `kit.ts` exported then
    await (await openStore(kit, url)).close()
    await restore(kit, url, fixture.tables)
    const { adapter, close } = await openStore(current, url)
    const stage = { kit: current, adapter, strategy: fixture.strategy }
    const end = (scene: string, after: number) => endScene(stage, fixture.scenes, scene, after)
    return { end, close, scenes: Object.keys(fixture.scenes) }
  }

  async function openAll(name: string, newStore: () => Promise<string>): Promise<void> {
    const soon = await open(name, await newStore())
    for (const scene of soon.scenes)
      expect(await soon.end(scene, MINUTE / 2), `${scene}, half a minute later`).toBe(emailIn(scene))
    await soon.close()
    const late = await open(name, await newStore())
    for (const scene of late.scenes) {
      const { expires = Infinity } = SCENES[scene] ?? {}
      if (expires < Infinity) expect(await late.end(scene, expires), `${scene}, after it expired`).toBeNull()
    }
    await late.close()
  }

  describe("in a file", () => {
    const temporary = mkdtempSync(join(tmpdir(), "latchkit-release-"))
    afterAll(() => rmSync(temporary, { recursive: true }))
    const files = { next: 0 }
    const newFile = async (before: string) => `${before}${join(temporary, String(files.next++))}`

    test.each(
      globSync(join(folder, isLong ? "{*sqlite*,records}.json" : "sqlite-*.json")).map((file) =>
        basename(file, ".json"),
      ),
    )("opens: nobody is signed out, what began finishes, and what expired stays expired (%s)", (name) =>
      openAll(name, () => newFile(BEFORE_PATH[name] ?? "")),
    )
  })

  const SERVERS = { postgres: startPostgres, mariadb: startMariaDb, redis: startRedis }
  const ENGINES = [
    ["postgres", "PostgreSQL"],
    ["mariadb", "MariaDB"],
    ["redis", "Redis"],
  ] as const

  if (isLong)
    for (const [name, engine] of ENGINES)
      describeOn(engine, "the same", () => {
        const running: { stop(): Promise<void> }[] = []
        afterEach(async () => void (await Promise.all(running.splice(0).map((server) => server.stop()))))

        test(
          "opens: nobody is signed out, what began finishes, and what expired stays expired",
          { timeout: 3 * MINUTE },
          () =>
            openAll(name, async () => {
              for (const server of running.splice(0)) await server.stop()
              const server = await SERVERS[name]()
              running.push(server)
              return server.url
            }),
        )
      })
})
