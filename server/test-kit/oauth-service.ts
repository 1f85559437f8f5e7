import { vi } from "vitest"
import { MemoryAdapter, type FullAdapter } from "../adapters/memory.ts"
import { createIntegrationService, type IntegrationService } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import type { OIDCConfig } from "../providers/types.ts"
import { fakeIssuer, type FakeIssuer } from "../testing/fake-issuer.ts"
import { cookieClient, type CookieJarMap } from "../testing/cookie-client.ts"

type Person = Record<string, unknown>
export type Browser = ReturnType<typeof cookieClient>

/** An auth instance with an adapter and a fake OpenID provider, and browsers that complete its sign-ins. */
export interface OAuthService {
  auth: IntegrationService
  adapter: FullAdapter
  issuer: FakeIssuer
  logged(): string
  /** Signs in at the provider as `person`. Returns the callback's response. */
  enter(browser: Browser, person: Person, fields?: Record<string, string>): Promise<Response>
  /** Starts a sign-in. Returns the URL that the provider redirects to. */
  start(browser: Browser, person: Person, fields?: Record<string, string>): Promise<string>
  browser(jar?: CookieJarMap): Browser
}

/** The OpenID provider of the tests. `config.providers` replaces it, so pass it there with others. */
export const ACME: OIDCConfig = {
  id: "acme",
  name: "Acme",
  type: "oidc",
  issuer: "https://issuer.test",
  clientId: "client",
  clientSecret: "secret",
}

/** @param provider the app's settings of the provider */
export async function oauthService(
  config: Partial<AuthConfig> = {},
  provider: Partial<OIDCConfig> = {},
): Promise<OAuthService> {
  const issuer = await fakeIssuer({ clock: config.clock })
  const adapter = MemoryAdapter()
  const quiet = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
  const shared = {
    providers: [{ ...ACME, ...provider }],
    adapter,
    secret: "s".repeat(32),
    logger: quiet,
    fetch: issuer.fetch,
  }
  const auth = createIntegrationService({ ...shared, ...config }, { env: { AUTH_URL: "https://app.test/auth" } })
  const start = async (browser: Browser, person: Person, fields: Record<string, string> = {}): Promise<string> => {
    const response = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken(), ...fields })
    return `/callback/acme?${issuer.authorize(response.headers.get("location") ?? "", person)}`
  }
  return {
    auth,
    adapter,
    issuer,
    start,
    logged: () => quiet.error.mock.calls.map(([error]) => String(error)).join("\n"),
    enter: async (browser, person, fields) => browser.get(await start(browser, person, fields)),
    browser: (jar) => cookieClient(auth, jar),
  }
}

/** Returns the `error` that a response redirects to, or null. */
export function errorParam(response: Response): string | null {
  return URL.parse(response.headers.get("location") ?? "")?.searchParams.get("error") ?? null
}

/** Returns the email of the signed-in user, or null. */
export async function signedInName(browser: Browser): Promise<string | null> {
  const session = (await (await browser.get("/session")).json()) as { user?: { email?: string } } | null // the shape of the response
  return session?.user?.email ?? null
}
