import { OIDC } from "latchkit/providers"
import { createAuth } from "latchkit/server"

export const auth = createAuth({
  siteName: "Acme",
  providers: [
    OIDC({
      id: "people",
      name: "People",
      issuer: "https://people.example",
      clientId: process.env["PEOPLE_ID"] ?? "",
      clientSecret: process.env["PEOPLE_SECRET"] ?? "",
      fedcm: { configURL: "https://people.example/fedcm.json" },
    }),
  ],
})
