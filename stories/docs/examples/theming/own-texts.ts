import { Credentials, OIDC } from "latchkit/providers"
import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  signInNotice: { en: "For employees only", de: "Nur für Angestellte" },
  footerLinks: {
    terms: "/terms",
    privacy: "https://acme.example/privacy",
    support: {
      url: "mailto:help@acme.example",
      label: { en: "Ask the IT team", de: "IT-Team fragen" },
    },
  },
  providers: [
    OIDC({
      id: "company",
      name: "Acme account",
      label: { en: "Acme account", de: "Acme-Konto" },
      issuer: "https://id.acme.example",
    }),
    Credentials({
      credentials: { badge: { label: { en: "Badge number", de: "Ausweisnummer" } } },
      authorize: () => null,
    }),
  ],
})
