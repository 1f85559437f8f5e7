import type { Adapter } from "latchkit/adapters"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { Credentials, Password } from "latchkit/providers"
import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"
import { isPublicSuffix } from "latchkit/public-suffixes"
import { account, createAuth, nativeApps, stepUp, storedUsers, theme, twoStep, type AuthConfig } from "latchkit/server"

const logged: string[] = []
const log = ({ message }: Error) => void logged.push(message)
const client = { clientId: "id", clientSecret: "secret" }

const open = (config: Partial<AuthConfig>) =>
  createAuth(
    {
      providers: [GitHub(client)],
      logger: { error: log, warn() {} },
      secret: "a secret of more than thirty-two characters",
      ...config,
    },
    { env: { AUTH_URL: "https://app.test", NODE_ENV: "development" } },
  )

/** An adapter without what Latchkit's own adapters bring: such a copy has no symbols. */
const plain: { adapter: Adapter } = { adapter: Object.fromEntries(Object.entries(MemoryAdapter())) }
const lostPassword = Object.fromEntries(Object.entries(Password())) as unknown as ReturnType<typeof Password>
const CREDENTIALS = {
  name: "Plain",
  type: "credentials" as const,
  credentials: { username: {}, password: { type: "password" } },
  authorize: ({ username }: Partial<Record<string, unknown>>) => ({ id: String(username) }),
}
const ENDPOINTS = {
  authorization: "https://acme.test/authorize",
  token: "https://acme.test/token",
  userinfo: "https://acme.test/me",
}
const acme = { id: "acme", name: "Acme", issuer: "https://acme.test", ...client }
const google = Google({ ...client, fedcm: { configURL: "https://accounts.google.com/gsi/fedcm.json" } })
const app = { name: "Acme", redirectUris: ["com.acme.app:/signed-in"] }

const services = {
  languages: open({ languages: ["en", "de", "pt-BR"], messages: { fr: { signIn: { title: "Bonjour" } } } }),
  domains: open({ cookies: { sessionToken: { name: "session", options: { domain: "app.test" } } } }),
  listed: open({ isPublicSuffix, cookies: { sessionToken: { name: "session", options: { domain: "co.uk" } } } }),
  passkeys: open({ ...plain, providers: [{ id: "passkey", name: "Passkey", type: "webauthn" }] }),
  passwords: open({ ...plain, providers: [lostPassword] }),
  secondFactor: open({ adapter: MemoryAdapter(), secondFactor: true }),
  nativeApps: open({ ...plain, nativeApps: { app } }),
  deviceBound: open({ ...plain, session: { deviceBound: true } }),
  impersonate: open({ adapter: MemoryAdapter(), callbacks: { impersonate: () => true } }),
  severalAccounts: open({ adapter: MemoryAdapter(), session: { maxAccounts: 2 } }),
  account: open({ ...plain, account: { export: true } }),
  theme: open({ theme: { brandColor: "#0f766e" } }),
  broughtTheme: open({ theme: { brandColor: "#0f766e" }, features: [theme] }),
  fedcm: open({ providers: [google] }),
  openId: open({ providers: [{ type: "oidc", ...acme }] }),
  oauth: open({
    providers: [{ ...acme, issuer: undefined, type: "oauth", ...ENDPOINTS }],
  }),
  formPost: open({ providers: [GitHub({ ...client, authorization: { params: { response_mode: "form_post" } } })] }),
  discovery: open({ providers: [{ type: "oauth", ...acme }] }),
  proof: open({ providers: [GitHub({ ...client, dpop: true })] }),
  broughtOpenId: open({ providers: [Google(client)] }),
  credentials: open({ providers: [{ ...CREDENTIALS, id: "plain" }] }),
  broughtCredentials: open({ providers: [Credentials(CREDENTIALS)] }),
  adapter: open(plain),
  none: open({ ...plain, features: [storedUsers] }),
  all: open({
    ...plain,
    features: [account, nativeApps, stepUp, storedUsers, twoStep],
    secondFactor: true,
    nativeApps: { app },
  }),
}
const atStart = [...logged]
const isName = (name: string | null): name is keyof typeof services => name !== null && name in services

/** A Worker that lacks imports. `x-service` chooses what it lacks, and `/logged` returns its errors, and `/at-start` the first ones. */
export default {
  async fetch(request: Request): Promise<Response> {
    const asked = request.headers.get("x-service")
    const service = services[isName(asked) ? asked : "languages"]
    const { pathname } = new URL(request.url)
    if (pathname === "/logged") return Response.json(logged.splice(0))
    if (pathname === "/at-start") return Response.json(atStart)
    if (pathname === "/require")
      return Response.json(await service.require(request).catch((error: Error) => error.message))
    if (pathname === "/token")
      return Response.json(await service.getAccessToken(request, "github").catch((error: Error) => error.message))
    if (pathname !== "/users") return service.handle(request)
    return Response.json(await service.users.list().catch((error: Error) => error.message))
  },
}
