import { MemoryAdapter } from "latchkit/adapters/memory"
import { OIDC } from "latchkit/providers"
import { createAuth } from "latchkit/server"

const jwk = JSON.parse(process.env["BANK_KEY"] ?? "{}") as JsonWebKey
const key = await crypto.subtle.importKey(
  "jwk",
  jwk,
  { name: "ECDSA", namedCurve: "P-256" },
  false,
  ["sign"],
)

export const auth = createAuth({
  adapter: MemoryAdapter(), // or any adapter that can update accounts
  providers: [
    OIDC({
      id: "bank",
      name: "Bank",
      issuer: "https://bank.example",
      clientId: "acme",
      privateKey: { key, kid: "acme-2026" },
      client: { token_endpoint_auth_method: "private_key_jwt" },
      pushedAuthorization: true,
      dpop: true,
    }),
  ],
})
