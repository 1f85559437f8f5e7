import { randomBytes } from "node:crypto"
import type { Adapter } from "latchkit/adapters"
import { Nodemailer, OIDC, Passkey, Password } from "latchkit/providers"
import { createAuth, defineConfig, type AuthService, type Session } from "latchkit/server"

import { findBrand, BRANDS, type Brand } from "./brands.ts"

/** The session that Nightbook's pages get. */
export interface NightbookSession extends Session {
  user: { id: string; name: string | null; email: string | null; image: string | null }
}

interface Surroundings {
  origin: string
  issuer: string
  /** The SMTP server's address. */
  mail: string
  adapter: Adapter
  /** Signs for Nightbook at its provider, with `high-assurance`. */
  privateKey: CryptoKey | undefined
  /** Features that a plain `npm start` leaves off. */
  features: ReadonlySet<string>
}

/** The demo's authentication: magic links and codes, an OpenID provider, passwords, and passkeys. */
export function nightbookAuth(surroundings: Surroundings): AuthService<NightbookSession> {
  const { origin } = surroundings
  const configs = new Map(BRANDS.map((brand) => [brand, configFor(brand, surroundings)]))
  const fallback = configFor(BRANDS[0], surroundings)
  return createAuth((request) => configs.get(findBrand(request)) ?? fallback, {
    env: { AUTH_SECRET: randomBytes(32).toString("base64url"), ...process.env, AUTH_URL: origin },
  })
}

// FAPI 2.0, and signed requests and responses. The provider's metadata asks for pushed requests
function highAssurance(privateKey: CryptoKey) {
  return {
    privateKey: { key: privateKey, kid: "nightbook-1" },
    client: {
      ...{ token_endpoint_auth_method: "private_key_jwt", id_token_signed_response_alg: "PS256" },
      authorization_signed_response_alg: "PS256",
    },
    dpop: true,
    signedRequest: true,
    signedResponse: true,
  }
}

function configFor(
  { name, logo, emailLogo, theme }: Brand,
  { issuer, mail, adapter, features, privateKey }: Surroundings,
) {
  const passkeysOnly = features.has("passkey-sign-up")
  const passkeyOrPassword = features.has("passkey-or-password") // asks for no name, which a passkey's form lacks
  const deviceBound = features.has("device-bound") // a browser has one account then
  return defineConfig({
    siteName: name,
    theme: { ...theme, logo },
    emails: { logo: emailLogo, footer: `${name} · 12 Observatory Lane, Zürich` },
    adapter,
    providers: [
      OIDC({
        id: "people",
        name: "People",
        issuer,
        clientId: "nightbook",
        ...(privateKey ? highAssurance(privateKey) : { clientSecret: "only-this-process-knows-it" }),
        endSession: true,
        ...(features.has("fedcm") && { fedcm: { configURL: `${issuer}/fedcm.json` } }),
      }),
      Nodemailer({
        server: mail,
        from: `${name} <hello@nightbook.example>`,
        webmail: { name: "the demo’s mailbox", url: "/mailbox" },
      }),
      ...(passkeysOnly
        ? []
        : [Password(passkeyOrPassword ? {} : { fields: { name: { autocomplete: "name", required: true } } })]),
      Passkey({ signUp: passkeysOnly || passkeyOrPassword }),
    ],
    secondFactor: true,
    session: { maxAccounts: deviceBound ? 1 : 4, deviceBound, remember: { checked: true } },
    account: { changeEmail: true, deletion: { graceDays: 7 }, newDeviceEmail: true },
    callbacks: {
      session({ session, user }): NightbookSession {
        const { id, name: called = null, email, image = null } = user
        return { ...session, user: { id, name: called, email: email || null, image } }
      },
    },
  })
}
