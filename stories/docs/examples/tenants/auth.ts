import { OIDC } from "latchkit/providers"
import { createAuth, publicFetch } from "latchkit/server"

const fetch = publicFetch() // Node only

/** Your table of tenants, by host. */
const tenants = new Map([
  [
    "acme.app.test",
    { name: "acme", issuer: "https://login.acme.example", clientId: "app" },
  ],
])

export const auth = createAuth((request) => {
  // With `trustHost`, this is the host of the site. `request.url` may have another one
  const host = request?.headers.get("x-forwarded-host") ?? request?.headers.get("host")
  const tenant = tenants.get(host ?? "")
  if (!tenant) return { providers: [] }
  const { name, issuer, clientId } = tenant
  // Each tenant has its own provider id: otherwise one issuer could speak for another's users
  const provider = OIDC({ id: `sso-${name}`, issuer, clientId, emailTrust: "idp" })
  return { fetch, trustHost: true, providers: [provider] }
})
