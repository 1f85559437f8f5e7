import { readFileSync } from "node:fs"
import { OIDC } from "latchkit/providers"
import { createAuth, customFetch, publicFetch } from "latchkit/server"

const { BANK_CERTIFICATE = "bank.crt", BANK_CERTIFICATE_KEY = "bank.key" } = process.env

const bankFetch = publicFetch({
  cert: readFileSync(BANK_CERTIFICATE, "utf8"),
  key: readFileSync(BANK_CERTIFICATE_KEY, "utf8"),
})

export const auth = createAuth({
  providers: [
    OIDC({
      id: "bank",
      name: "Bank",
      issuer: "https://bank.example",
      clientId: "acme",
      client: { token_endpoint_auth_method: "tls_client_auth" },
      [customFetch]: bankFetch,
    }),
  ],
})
