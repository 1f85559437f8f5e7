#!/usr/bin/env node
import { createInterface } from "node:readline/promises"
import { runCommand } from "./run.ts"

// `latchkit doctor | head` closes the pipe before the command ends
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})

const code = await runCommand(process.argv.slice(2), {
  terminal: { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) },
  env: process.env,
  cwd: process.cwd(),
  ask: process.stdin.isTTY ? askInTerminal : undefined,
})

// A database client of the app's module would keep the process running
process.stdout.write("", () => process.exit(code))

async function askInTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(question)
  lines.close()
  return answer.trim()
}
