import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const SERVE = fileURLToPath(new URL("../apps/demo/serve.ts", import.meta.url))

export interface Demo {
  url: string
  /** The text that the demo prints at its start. */
  output: string
  stop(): Promise<void>
}

/** Starts the demo as `npm start` does, with `NIGHTBOOK_FEATURES`, and reads its URL from its output. */
export async function startDemo(port: number, features = ""): Promise<Demo> {
  const demo = spawn(process.execPath, [SERVE], {
    env: { ...process.env, PORT: String(port), NIGHTBOOK_FEATURES: features },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said.push(chunk.toString())
      const [, found] = /is at\s+(https?:\S+)/.exec(said.join("")) ?? []
      if (found !== undefined) resolve(found)
    }
    demo.stdout.on("data", read)
    demo.stderr.on("data", read)
    demo.once("exit", () => reject(new Error(`The demo did not start:\n${said.join("")}`)))
  })
  return {
    url,
    output: said.join(""),
    async stop() {
      demo.kill()
      if (demo.exitCode === null) await once(demo, "exit")
    },
  }
}
