import { OIDC } from "latchkit/providers"
import { createAuth, publicFetch } from "latchkit/server"

const fetch = publicFetch() // Node only

/** Your table of tenants, by hostname. */
const tenants = new Map([
  [
    "acme.app.test",
    { name: "acme", issuer: "https://login.acme.example", clientId: "app" },
  ],
])

export const auth = createAuth((request) => {
  const tenant = request && tenants.get(new URL(request.url).hostname)
  if (!tenant) return { providers: [] }
  const { name, issuer, clientId } = tenant
  // Each tenant has its own provider id: otherwise one issuer could speak for another's users
  const provider = OIDC({ id: `sso-${name}`, issuer, clientId, emailTrust: "idp" })
  return { fetch, trustHost: true, providers: [provider] }
})
