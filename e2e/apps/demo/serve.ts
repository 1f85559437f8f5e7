import { createServer } from "node:http"
import { MemoryAdapter } from "latchkit/adapters/memory"

import { startIdp } from "../../idp/idp.ts"
import { createApp } from "./server/app.ts"
import { nightbookAuth } from "./server/auth.ts"
import { openEntries } from "./server/entries.ts"
import { requestFrom, send } from "./server/http.ts"
import { listen } from "./server/listen.ts"
import { openMailbox } from "./server/mailbox.ts"
import { PEOPLE, openPeople } from "./server/people.ts"

const server = createServer()
const port = await listen(server, Number(process.env["PORT"] ?? 3000))
const origin = process.env["AUTH_URL"] ?? `http://localhost:${port}`

const idp = await startIdp({
  clients: [
    {
      client_id: "nightbook",
      client_name: "Nightbook",
      client_secret: "only-this-process-knows-it",
      redirect_uris: [`${new URL(origin).origin}/auth/callback/people`],
      post_logout_redirect_uris: [`${new URL(origin).origin}/auth/signout/people`],
    },
  ],
})

const adapter = MemoryAdapter() // accounts are lost when the demo ends
const [mailbox, people] = [await openMailbox(), await openPeople(adapter)]
const auth = nightbookAuth({ origin, issuer: idp.issuer, mail: mailbox.url, people, adapter })
const app = createApp({ auth, mailbox, entries: openEntries() })

server.on("request", (request, response) => {
  app(requestFrom(request, origin))
    .then((answer) => send(answer, response))
    .catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
})

console.log(`
  Nightbook, the Latchkit demo, is at  ${origin}

  Sign in with
    any address: the mail arrives at  ${new URL(origin).origin}/mailbox
    People, an OpenID provider of its own: choose Ada Lovelace, Grace Hopper or Henrietta Leavitt
    a password:
${PEOPLE.map(({ username, password }) => `      ${username.padEnd(12)} ${password}`).join("\n")}

  Press Ctrl+C to stop.
`)

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    void idp.stop()
    void mailbox.close()
  })
}
