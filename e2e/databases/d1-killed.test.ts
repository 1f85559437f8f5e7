import { execFileSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { isLong } from "../../server/test-kit/long.ts"
import { dispatchTo, startWorker } from "./d1-miniflare.ts"

/** Lists the processes of workerd that this process has started. */
const runtimes = () =>
  execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => (line.includes("workerd") ? [Number.parseInt(line, 10)] : []))

test.runIf(isLong).each(["sql", "drizzle"] as const)(
  "a Worker that is killed in the middle of 200 sign-ups leaves whole users, with the adapter %s",
  { timeout: 120_000 },
  async (adapter) => {
    const folder = await mkdtemp(join(tmpdir(), "latchkit-d1-"))
    const before = new Set(runtimes())
    const killed = await startWorker({ folder })
    await dispatchTo(killed, { run: "migrate" })
    const [runtime] = runtimes().filter((pid) => !before.has(pid))
    const stored = { count: 0 }
    const signUp = async (index: number) => {
      const name = "sign up with one address"
      await dispatchTo(killed, { run: "race", adapter, name, key: crypto.randomUUID(), index })
      if (++stored.count === 30) process.kill(runtime ?? expect.fail("workerd doesn't run"), "SIGKILL")
    }
    await Promise.allSettled(Array.from({ length: 200 }, (_, index) => signUp(index)))
    await killed.dispose()
    const again = await startWorker({ folder })
    try {
      const database = await again.getD1Database("DB")
      const count = async (rows: string) =>
        (await database.prepare(`select count(*) as found from ${rows}`).first<{ found: number }>())?.found
      const halves = ["auth_accounts", "auth_sessions", "auth_account_records"].flatMap((table) => [
        `auth_users where id not in (select userId from ${table})`,
        `${table} where userId not in (select id from auth_users)`,
      ])
      expect(await Promise.all(halves.map(count))).toEqual(halves.map(() => 0))
      const users = (await count("auth_users")) ?? 0
      expect([users >= 30, users < 200]).toEqual([true, true]) // the kill came between
      // The next sign-up works
      await dispatchTo(again, { run: "race", adapter, name: "sign up with one address", key: "next", index: 0 })
      expect(await count("auth_users where email = 'next@app.test'")).toBe(1)
    } finally {
      await again.dispose()
      await rm(folder, { recursive: true })
    }
  },
)
