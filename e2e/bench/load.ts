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

/** Loads the server for two seconds, with `wrk` over 32 connections. */
export async function load({ url, cookie, usage }: Asked): Promise<Served> {
  const before = await usage()
  const wrk = ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-H", `Cookie: ${cookie}`, url]
  const { stdout } = await promisify(execFile)("wrk", wrk)
  const micros = (await usage()) - before
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} rejects some requests:\n${stdout}`)
  const [, total] = /(\d+) requests in/.exec(stdout) ?? []
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? []
  return { rate: Number(rate), micros: micros / Number(total) }
}

/** Returns the medians of both numbers. */
export function middle(rounds: readonly Served[]): Served {
  const rate = median(rounds.map((round) => round.rate)) ?? 0
  const micros = median(rounds.map((round) => round.micros)) ?? 0
  return { rate, micros }
}
