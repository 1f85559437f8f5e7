// One of several processes of an app, with Latchkit on PostgreSQL and Redis. All processes share a port.
import { createServer, type IncomingMessage } from "node:http"
import { Kysely } from "kysely"
import { createClient } from "redis"
import { RedisAdapter } from "../../server/adapters/redis.ts"
import { postgresDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import { createAuth } from "../../server/service/auth.ts"
import type { EmailConfig } from "../../server/providers/types.ts"
import { postgresPool } from "../databases/servers.ts"

const { PORT = "", POSTGRES = "", REDIS = "" } = process.env
const origin = `http://localhost:${PORT}`

const redis = await createClient({ url: REDIS }).connect()
const users = SqlAdapter(new Kysely<object>({ dialect: postgresDialect(postgresPool(POSTGRES, 5)) }))
await users.migrate()

const mail: EmailConfig = {
  id: "email",
  name: "Email",
  type: "email",
  sendVerificationRequest: ({ identifier, url }) => redis.rPush(`mails:${identifier}`, url),
}

const auth = createAuth(
  {
    providers: [mail],
    adapter: RedisAdapter(redis, { users }),
    secret: "a secret that the three of them share",
    logger: { error: () => undefined }, // the tests provoke errors
  },
  { env: { AUTH_URL: `${origin}/auth`, NODE_ENV: "production" } },
)

async function requestFrom(message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer) // chunks are buffers, because no encoding is set
  const { method = "GET", url = "/", headers } = message
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  return new Request(origin + url, {
    method,
    headers: entries,
    ...(method === "POST" && { body: Buffer.concat(chunks) }),
  })
}

createServer((message, response) => {
  void requestFrom(message)
    .then((request) => auth.handle(request))
    .then(async (answer) => {
      const cookies = answer.headers.getSetCookie()
      response.writeHead(answer.status, {
        ...Object.fromEntries(answer.headers),
        "set-cookie": cookies,
        "x-instance": process.pid,
      })
      response.end(await answer.text())
    })
}).listen({ port: Number(PORT), host: "localhost", reusePort: true }, () => console.log("ready"))
