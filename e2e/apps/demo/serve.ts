import { createServer } from "node:http"
import { MemoryAdapter } from "latchkit/adapters/memory"

import { startIdp } from "../../idp/idp.ts"
import { createApp } from "./server/app.ts"
import { nightbookAuth } from "./server/auth.ts"
import { openEntries } from "./server/entries.ts"
import { requestFrom, send } from "./server/http.ts"
import { listen } from "./server/listen.ts"
import { openMailbox } from "./server/mailbox.ts"
import { PEOPLE, signUpPeople } from "./server/people.ts"

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
const mailbox = await openMailbox()
const auth = nightbookAuth({ origin, issuer: idp.issuer, mail: mailbox.url, adapter })
await signUpPeople({ handle: auth.handle, mailbox, origin })
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

  Create an account at ${origin}/auth/sign-up: the email arrives in the demo's own mailbox.

  Or sign in with
    any email address: the emails arrive at  ${new URL(origin).origin}/mailbox
    People, an OpenID provider of its own: choose Ada Lovelace, Grace Hopper or Henrietta Leavitt
    a password:
${PEOPLE.map(({ email, password }) => `      ${email.padEnd(24)} ${password}`).join("\n")}

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
