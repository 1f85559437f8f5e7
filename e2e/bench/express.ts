import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { fileURLToPath } from "node:url"
import { median } from "./measure.ts"

const SERVER = fileURLToPath(new URL("express-server.ts", import.meta.url))
const CONNECTIONS = 32
const MILLISECONDS = 1000
const ROUNDS = 7

type Who = "ours" | "hand" | "peer" | "bare"
type Served = Record<Who, { origin: string; cookie: string }>

/** `GET session` through Express, in requests a second: ours, the handler mounted by hand, the peer, and Express alone. */
export async function expressRates(): Promise<Record<Who, number>> {
  const server = spawn(process.execPath, [SERVER], { stdio: ["ignore", "pipe", "inherit"] })
  const [first] = (await once(server.stdout, "data")) as [Buffer]
  const served = JSON.parse(first.toString()) as Served // what the server prints
  const rates: Record<Who, number[]> = { ours: [], hand: [], peer: [], bare: [] }
  for (let round = -1; round < ROUNDS; round++) {
    for (const who of Object.keys(rates) as Who[]) {
      const measured = await rate(served[who])
      if (round >= 0) rates[who].push(measured) // the first warms up
    }
  }
  server.kill()
  const middle = (who: Who) => median(rates[who]) ?? 0
  return { ours: middle("ours"), hand: middle("hand"), peer: middle("peer"), bare: middle("bare") }
}

/** Answers a second over connections that are kept, each with one request on its way. */
async function rate({ origin, cookie }: { origin: string; cookie: string }): Promise<number> {
  const { hostname, port, host } = new URL(origin)
  const request = `GET /auth/session HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nAccept: */*\r\n\r\n`
  const counts = { done: 0 }
  const until = performance.now() + MILLISECONDS
  const start = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, () => keepAsking({ hostname, port, request, until, counts })))
  return (counts.done / (performance.now() - start)) * 1000
}

interface Asking {
  hostname: string
  port: string
  request: string
  until: number
  counts: { done: number }
}

function keepAsking({ hostname, port, request, until, counts }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    const kept = { text: "" }
    socket.setEncoding("latin1")
    socket.on("error", reject)
    socket.on("close", () => resolve())
    socket.on("data", (chunk) => {
      kept.text += chunk
      if (!isWhole(kept.text)) return
      if (!kept.text.startsWith("HTTP/1.1 200")) return reject(new Error(kept.text.slice(0, 200)))
      counts.done++
      kept.text = ""
      if (performance.now() < until) socket.write(request)
      else socket.end()
    })
  })
}

/** Whether an answer has come to its end, by its length or its last chunk. */
function isWhole(text: string): boolean {
  const head = text.indexOf("\r\n\r\n")
  if (head < 0) return false
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? []
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length >= head + 4 + Number(length)
}
