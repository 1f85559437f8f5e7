// Runs the bundle of the Worker in this folder as Cloudflare does, and prints the emails that it sends with Resend
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fetch, Miniflare, Response } from "miniflare"

const variables = Object.entries(process.env).filter(([name]) => name.startsWith("AUTH_"))

const options = {
  modules: [{ type: "ESModule", path: "dist/index.js" }],
  compatibilityDate: "2026-07-01", // of the version that is installed here
  bindings: { AUTH_RESEND_KEY: "a key", ...Object.fromEntries(variables) },
  d1Databases: ["DB"],
  async outboundService(request) {
    if (new URL(request.url).hostname !== "api.resend.com") return fetch(request)
    const { text } = await request.json()
    console.log(text)
    return Response.json({ id: "1" })
  },
}

/** Its port is free until the tables exist, because the suite takes a port that responds for a deployed Worker. */
const worker = new Miniflare(options)
const database = await worker.getD1Database("DB")
for (const name of readdirSync("migrations"))
  for (const statement of readFileSync(join("migrations", name), "utf8").split(/;$/m))
    if (/^\s*create /m.test(statement)) await database.prepare(statement).run()
await worker.setOptions({ ...options, host: "localhost", port: Number(process.env.PORT) })
