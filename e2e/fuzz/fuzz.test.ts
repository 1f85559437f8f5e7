import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { afterEach, expect, test, vi } from "vitest"
import { createTargets } from "./targets.ts"

/**
 * Seconds for each of the 12 targets. `npm run test:long` has 60. An hour in all is `LATCHKIT_FUZZ_SECONDS=300`.
 */
const SECONDS = process.env["LATCHKIT_FUZZ_SECONDS"] ?? "1"
const PROGRAM = fileURLToPath(new URL("run.ts", import.meta.url))

test(
  "no input that V8's coverage leads to makes a request fail, hang or lead away",
  { timeout: 120_000 + Number(SECONDS) * 20_000 },
  async () => {
    const child = spawn(process.execPath, [PROGRAM, "--seconds", SECONDS], {
      stdio: ["ignore", "pipe", "pipe"],
    })
    const printed: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => printed.push(String(data)))
    const status = await new Promise((resolve) => child.once("exit", resolve))
    const output = printed.join("")
    expect(status, output).toBe(0)
    const rows = [...output.matchAll(/^([\w-]+): (\d+) inputs, (\d+) of them ran new code; (\d+) parts in all$/gm)]
    expect(rows).toHaveLength(12)
    for (const [row, , inputs] of rows) expect(Number(inputs), row).toBeGreaterThan(0)
    // Without coverage as feedback, no changed input would be kept
    expect(rows.some(([, , , found]) => Number(found) > 0)).toBe(true)
    expect(Number(rows.at(-1)?.[4])).toBeGreaterThan(1000)
  },
)

afterEach(() => void vi.useRealTimers())

test("a long run still adds passkeys when its first sign-in is too old for that", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const targets = (await createTargets()).filter(({ name }) => ["attestation", "client-data"].includes(name))
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(targets).toHaveLength(2)
  for (const { send, seeds } of targets) expect(await send(seeds[0] ?? "")).toBeUndefined()
})
