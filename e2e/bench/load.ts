import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { median } from "./measure.ts"

const CONNECTIONS = 32
const SECONDS = 2

/** Of one contestant: requests a second, and microseconds of the processor that its server takes for each. */
export interface Served {
  rate: number
  micros: number
}

interface Asked {
  url: string
  cookie: string
  /** Microseconds of the processor that the server has taken so far. */
  usage(): Promise<number>
}

/** Asks for two seconds, by `wrk` over 32 connections. */
export async function load({ url, cookie, usage }: Asked): Promise<Served> {
  const before = await usage()
  const wrk = ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-H", `Cookie: ${cookie}`, url]
  const { stdout } = await promisify(execFile)("wrk", wrk)
  const micros = (await usage()) - before
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} refuses some:\n${stdout}`)
  const [, total] = /(\d+) requests in/.exec(stdout) ?? []
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? []
  return { rate: Number(rate), micros: micros / Number(total) }
}

/** The median of each of the two. */
export function middle(rounds: readonly Served[]): Served {
  const rate = median(rounds.map((round) => round.rate)) ?? 0
  const micros = median(rounds.map((round) => round.micros)) ?? 0
  return { rate, micros }
}
