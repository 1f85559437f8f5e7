import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { assemble } from "../frameworks/assemble.ts"
import { FRAMEWORKS, type Framework } from "../frameworks/frameworks.ts"
import { openHarbour } from "../frameworks/open-harbour.ts"
import { ask, enter } from "../frameworks/wire.ts"
import { load, middle, type Served } from "./load.ts"
import { median } from "./measure.ts"

const ROUNDS = 5
const WARM_UP = 1
const ROOT = join(import.meta.dirname, "../..")
const mountFolder = (folder: string) => join("e2e/bench/mounts", folder)

/** `GET session` in one framework, through the integration and through the handler mounted by hand. */
export interface FrameworkRates {
  name: string
  ours: Served
  hand: Served
  /** The ratio of requests per second: the median of all rounds. */
  ratio: number
}

/**
 * Measures the app of each framework in its production server. One more route mounts `createAuth` by hand with the least code.
 * Both are loaded in turns, in one process. Express has its own measurement.
 */
export async function frameworkRates(): Promise<FrameworkRates[]> {
  const rates: FrameworkRates[] = []
  for (const framework of FRAMEWORKS.filter(({ folder }) => existsSync(mountFolder(folder)))) {
    rates.push(await rated(framework))
  }
  return rates
}

async function rated({ name, folder, base }: Framework): Promise<FrameworkRates> {
  const harbour = await openHarbour({ folder: built(folder), base })
  try {
    const usage = () => readUsage(harbour.pid)
    const [ours, hand] = await Promise.all(
      ["", "-bare"].map(async (suffix) => ({ ...(await member(harbour.service + suffix)), usage })),
    )
    if (!ours || !hand) throw new Error("There are two contestants")
    const rounds: { ours: Served; hand: Served }[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const pair = { ours: await load(ours), hand: await load(hand) }
      if (round >= 0) rounds.push(pair)
    }
    return {
      name,
      ours: middle(rounds.map((pair) => pair.ours)),
      hand: middle(rounds.map((pair) => pair.hand)),
      ratio: median(rounds.map((pair) => pair.ours.rate / pair.hand.rate)) ?? 0,
    }
  } finally {
    await harbour.stop()
  }
}

/** Builds a copy of the app with the second mount. Returns the copy's folder. */
function built(folder: string): string {
  const into = join("e2e/apps", folder, ".bench")
  const cwd = join(ROOT, assemble({ from: folder, into, over: mountFolder(folder) }))
  const { scripts } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")) as { scripts: { build: string } } // an app has one
  const PATH = [
    join(ROOT, "e2e/apps", folder, "node_modules/.bin"),
    join(ROOT, "node_modules/.bin"),
    process.env["PATH"],
  ]
  const env = { ...process.env, PATH: PATH.join(delimiter), NEXT_TELEMETRY_DISABLED: "1" }
  spawnSync("npm", ["run", "--if-present", "sync", "-w", `e2e/apps/${folder}`], { cwd: ROOT, env }) // SvelteKit's shared files look for the app's types
  const { status, stdout, stderr } = spawnSync("sh", ["-c", scripts.build], { cwd, env, encoding: "utf8" })
  if (status !== 0) throw new Error(`${folder} could not be built:\n${stdout}${stderr}`)
  return join(folder, ".bench/apps", folder)
}

/** Returns the session endpoint's URL after it has responded to a member. */
async function member(service: string): Promise<{ url: string; cookie: string }> {
  const { cookie: all } = await enter(service)
  const cookie = all.split("; ").find((pair) => pair.includes("session-token=")) ?? ""
  const { origin, pathname } = new URL(service)
  const { text } = await ask(origin, `${pathname}/session`, { headers: { cookie } })
  if (!text.includes("Katherine")) throw new Error(`${service}/session responded with ${text}`)
  return { url: `${service}/session`, cookie }
}

const TICK = 10_000 // microseconds; Linux counts in hundredths of a second

async function readUsage(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8")
  const [user = "", system = ""] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14)
  return (Number(user) + Number(system)) * TICK
}
