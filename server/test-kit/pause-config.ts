import { vi } from "vitest"
import type { FullAdapter } from "../adapters/memory.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import type { AuthConfig } from "../service/config.ts"
import Passkey from "../providers/passkey.ts"
import type { AccountEmail, CredentialsConfig, EmailConfig, OAuthConfig, OIDCConfig } from "../providers/types.ts"
import type { FakeIssuer } from "../testing/fake-issuer.ts"

/** The user of all sign-in methods. */
export interface Person {
  email: string
  name: string
}

/** Records of the callbacks of {@link pauseConfig}, and the state of its step. */
export interface PauseRecords {
  step: { needed: unknown; handled: Record<string, string>[] }
  events: string[]
  errors: string[]
  notices: AccountEmail[]
}

export interface PauseConfigOptions {
  strategy: SessionStrategyName
  adapter: FullAdapter
  config: Partial<AuthConfig>
  /** More options of the OpenID provider. */
  acme: Partial<Pick<OIDCConfig, "label" | "name" | "stepUp" | "fedcm" | "profile">>
  /** Further providers. */
  more: NonNullable<AuthConfig["providers"]>
}

/** Returns a configuration with all sign-in methods, and with a step "terms" while `step.needed` is true. */
export function pauseConfig(
  { strategy, adapter, config, acme, more }: PauseConfigOptions,
  { step, events, errors, notices }: PauseRecords,
  { issuer, mail, person }: { issuer: FakeIssuer; mail: EmailConfig; person: Person },
): AuthConfig {
  const client = { clientId: "client", clientSecret: "secret" }
  const event = (name: string) => () => void events.push(name)
  return {
    secret: "s".repeat(32),
    adapter,
    session: { strategy },
    fetch: withPlainProvider(issuer.fetch, person),
    experimental: { enableWebAuthn: true },
    rateLimit: {},
    providers: [
      { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, ...client, ...acme },
      { ...PLAIN, ...client },
      { ...mail, sendsCode: true, sendAccountEmail: (notice) => void notices.push(notice) },
      ownPasswords(adapter, person),
      Passkey(),
      ...more,
    ],
    steps: [
      {
        id: "terms",
        url: "/terms",
        needed: () => step.needed as boolean,
        handle: ({ fields }) => {
          step.handled.push({ ...fields })
          if (fields["accept"] === "yes") step.needed = false
        },
      },
    ],
    events: { signIn: event("signIn"), createUser: event("createUser"), session: event("session") },
    logger: { error: (error) => void errors.push(String(error)), warn: vi.fn(), debug: vi.fn() },
    ...config,
  }
}

const PLAIN: OAuthConfig = {
  id: "plain",
  name: "Plain",
  type: "oauth",
  authorization: "https://plain.test/authorize",
  token: "https://plain.test/token",
  userinfo: "https://plain.test/me",
  profile: ({ id, email, name }) => ({ id: String(id), email: String(email), name: String(name) }),
}

/** Responds for the OAuth provider "plain", and passes all other requests to `fetch`. */
function withPlainProvider(fetch: FakeIssuer["fetch"], { email, name }: Person): FakeIssuer["fetch"] {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.hostname !== "plain.test") return fetch(input, init)
    if (url.pathname === "/me") return Response.json({ id: "ada", email, name })
    return Response.json({ access_token: "at", token_type: "Bearer", scope: "email" })
  }
}

function ownPasswords(adapter: FullAdapter, { email }: Person): CredentialsConfig {
  return {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { username: { label: "Name" }, password: { label: "Password", type: "password" } },
    authorize: ({ username, password }) =>
      username === "ada" && password === "lovelace" ? adapter.getUserByEmail(email) : null,
  }
}
