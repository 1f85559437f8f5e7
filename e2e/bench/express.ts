import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { load, middle, type Served } from "./load.ts"

const SERVER = fileURLToPath(new URL("express-server.ts", import.meta.url))
const ROUNDS = 5

const CONTESTANTS = ["ours", "hand", "peer", "bare"] as const
type Who = (typeof CONTESTANTS)[number]

interface Server {
  child: ChildProcess
  origin: string
  cookie: string
}

/**
 * Measures `GET session` through Express: Latchkit, the handler mounted by hand, the peer, and Express alone. Each runs in its
 * own process, and `autocannon` loads them in turns. The CPU time doesn't depend on how busy the machine is.
 */
export async function expressRates(): Promise<Record<Who, Served>> {
  const servers = new Map(await Promise.all(CONTESTANTS.map(async (who) => [who, await started(who)] as const)))
  const rounds: Record<Who, Served[]> = { ours: [], hand: [], peer: [], bare: [] }
  for (let round = -1; round < ROUNDS; round++) {
    for (const [who, server] of servers) {
      const measured = await asked(server)
      if (round >= 0) rounds[who].push(measured) // the first round warms up
    }
  }
  for (const { child } of servers.values()) child.kill()
  const { ours, hand, peer, bare } = rounds
  return { ours: middle(ours), hand: middle(hand), peer: middle(peer), bare: middle(bare) }
}

async function started(who: Who): Promise<Server> {
  const child = fork(SERVER, [who])
  const [served] = (await once(child, "message")) as [Omit<Server, "child">] // the server's first message
  return { child, ...served }
}

async function usage(child: ChildProcess): Promise<number> {
  child.send("usage")
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage] // its reply to each message
  return user + system
}

async function asked({ child, origin, cookie }: Server): Promise<Served> {
  return load({ url: `${origin}/auth/session`, cookie, usage: () => usage(child) })
}
