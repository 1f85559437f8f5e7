import { createServer, type IncomingMessage } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { MemoryAdapter } from "latchkit/adapters/memory"

import { selfSigned } from "../../attacks/certificate.ts"
import { startIdp } from "../../idp/idp.ts"
import { createApp } from "./server/app.ts"
import { nightbookAuth } from "./server/auth.ts"
import { clientKey } from "./server/client-key.ts"
import { openEntries } from "./server/entries.ts"
import { requestFrom, send } from "./server/http.ts"
import { listen } from "./server/listen.ts"
import { openMailbox } from "./server/mailbox.ts"
import { PEOPLE, signUpPeople } from "./server/people.ts"

// `NIGHTBOOK_FEATURES=passkey-sign-up npm start` replaces passwords by passkeys, and `passkey-or-password` offers both.
// `device-bound` binds sessions to a device. With `high-assurance`, the provider accepts only sign-ins by the FAPI 2.0 security profile
const features = new Set((process.env["NIGHTBOOK_FEATURES"] ?? "").split(","))
const certificate = features.has("device-bound") ? selfSigned() : undefined // browsers bind sessions only on https
const server = certificate ? createSecureServer({ key: certificate.key, cert: certificate.cert }) : createServer()
// The port is known before the app is there. A request that arrives meanwhile waits for it
const ready = Promise.withResolvers<(request: IncomingMessage) => Promise<Response>>()
server.on("request", (request, response) => {
  ready.promise
    .then((respond) => respond(request))
    .then((answer) => send(answer, response))
    .catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
})
const port = await listen(server, Number(process.env["PORT"] ?? 3000))
const origin = process.env["AUTH_URL"] ?? `${certificate ? "https" : "http"}://localhost:${port}`

const highAssurance = features.has("high-assurance") ? await clientKey() : undefined
const idp = await startIdp({
  highAssurance: highAssurance !== undefined,
  clients: [
    {
      client_id: "nightbook",
      client_name: "Nightbook",
      ...(highAssurance ? highAssurance.client : { client_secret: "only-this-process-knows-it" }),
      redirect_uris: [`${new URL(origin).origin}/auth/callback/people`],
      post_logout_redirect_uris: [`${new URL(origin).origin}/auth/signout/people`],
    },
  ],
})

const adapter = MemoryAdapter() // accounts are lost when the demo ends
const mailbox = await openMailbox()
const { privateKey } = highAssurance ?? {}
const auth = nightbookAuth({ origin, issuer: idp.issuer, mail: mailbox.url, adapter, features, privateKey })
if (!features.has("passkey-sign-up")) await signUpPeople({ handle: auth.handle, mailbox, origin })
const app = createApp({
  ...{ auth, mailbox, entries: openEntries() },
  fedcm: features.has("fedcm") ? idp.issuer : undefined,
})

ready.resolve((request) => app(requestFrom(request, origin)))

console.log(`
  Nightbook, the Latchkit demo, is at  ${origin}

  Create an account at ${origin}/auth/sign-up: the email arrives in the demo's own mailbox.

  Or sign in with
    any email address: the emails arrive at  ${new URL(origin).origin}/mailbox
    People, an OpenID provider of its own: choose Ada Lovelace, Grace Hopper or Henrietta Leavitt
    a password:
${PEOPLE.map(({ email, password }) => `      ${email.padEnd(24)} ${password}`).join("\n")}
${certificate ? deviceBoundHelp(certificate) : ""}
  Press Ctrl+C to stop.
`)

function deviceBoundHelp({ spki }: { spki: string }): string {
  const features = "DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting"
  return `
  Sessions are bound to the device, in a browser that supports it. Start Chromium with
    --enable-features=${features} \\
    --ignore-certificate-errors-spki-list=${spki} --user-data-dir=$(mktemp -d)
`
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    void idp.stop()
    void mailbox.close()
  })
}
