import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { median } from "./measure.ts"

const CONNECTIONS = 32
const SECONDS = 2

/** One contestant's requests per second, and its server's CPU time for each in microseconds. */
export interface Served {
  rate: number
  micros: number
}

interface Asked {
  url: string
  cookie: string
  /** Returns the CPU time that the server has used so far, in microseconds. */
  usage(): Promise<number>
}

/** The fields of a report of autocannon that count here. */
interface Report {
  requests: { total: number }
  /** In seconds. */
  duration: number
  non2xx: number
  errors: number
}

/** Loads the server for two seconds over 32 connections. `autocannon` runs in its own process. */
export async function load({ url, cookie, usage }: Asked): Promise<Served> {
  const before = await usage()
  const words = ["-c", `${CONNECTIONS}`, "-d", `${SECONDS}`, "-H", `cookie: ${cookie}`, "--json", "--no-progress", url]
  const { stdout } = await promisify(execFile)("node_modules/.bin/autocannon", words)
  const micros = (await usage()) - before
  const { requests, duration, non2xx, errors } = JSON.parse(stdout) as Report // its documented format
  if (non2xx + errors > 0 || requests.total === 0) throw new Error(`${url} rejects some requests:\n${stdout}`)
  return { rate: requests.total / duration, micros: micros / requests.total }
}

/** Returns the medians of both numbers. */
export function middle(rounds: readonly Served[]): Served {
  const rate = median(rounds.map((round) => round.rate)) ?? 0
  const micros = median(rounds.map((round) => round.micros)) ?? 0
  return { rate, micros }
}
