import { execFile, fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { median } from "./measure.ts"

const SERVER = fileURLToPath(new URL("express-server.ts", import.meta.url))
const CONNECTIONS = 32
const SECONDS = 2
const ROUNDS = 5

const CONTESTANTS = ["ours", "hand", "peer", "bare"] as const
type Who = (typeof CONTESTANTS)[number]

/** Of one contestant: requests a second, and microseconds of the processor that its server takes for each. */
export interface Served {
  rate: number
  micros: number
}

interface Server {
  child: ChildProcess
  origin: string
  cookie: string
}

/**
 * `GET session` through Express: ours, the handler mounted by hand, the peer, and Express alone; each in a process of its own,
 * asked in turns by `wrk`. The processor's time is what a busy machine does not change.
 */
export async function expressRates(): Promise<Record<Who, Served>> {
  const servers = new Map(await Promise.all(CONTESTANTS.map(async (who) => [who, await started(who)] as const)))
  const rounds: Record<Who, Served[]> = { ours: [], hand: [], peer: [], bare: [] }
  for (let round = -1; round < ROUNDS; round++) {
    for (const [who, server] of servers) {
      const measured = await asked(server)
      if (round >= 0) rounds[who].push(measured) // the first warms up
    }
  }
  for (const { child } of servers.values()) child.kill()
  const middle = (who: Who): Served => ({
    rate: median(rounds[who].map(({ rate }) => rate)) ?? 0,
    micros: median(rounds[who].map(({ micros }) => micros)) ?? 0,
  })
  return { ours: middle("ours"), hand: middle("hand"), peer: middle("peer"), bare: middle("bare") }
}

async function started(who: Who): Promise<Server> {
  const child = fork(SERVER, [who])
  const [served] = (await once(child, "message")) as [Omit<Server, "child">] // what the server sends first
  return { child, ...served }
}

async function usage(child: ChildProcess): Promise<number> {
  child.send("usage")
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage] // what it sends for each message
  return user + system
}

async function asked({ child, origin, cookie }: Server): Promise<Served> {
  const load = ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-H", `Cookie: ${cookie}`, `${origin}/auth/session`]
  const before = await usage(child)
  const { stdout } = await promisify(execFile)("wrk", load)
  const micros = (await usage(child)) - before
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${origin} refuses some:\n${stdout}`)
  const [, total] = /(\d+) requests in/.exec(stdout) ?? []
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? []
  return { rate: Number(rate), micros: micros / Number(total) }
}
