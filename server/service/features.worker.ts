import type * as all from "./features.ts"
import type { AuthConfig } from "./config.ts"
import { missingFeature, missingProvider, PASSWORD_LOST } from "../core/config/missing-feature.ts"
import type { Settings } from "../core/config/settings.ts"
import type { CoreConfig } from "../core/config/types.ts"
import type { Route } from "../core/request/route.ts"
import { AuthError, RejectedRequest } from "../errors.ts"
import { BROUGHT, type Bringer } from "../brings.ts"
import type { Feature } from "../feature.ts"
import { needsOpenId } from "../providers/needs-open-id.ts"
import { isOAuth, isOwnPassword } from "../providers/protocol.ts"
import type { ProviderConfig } from "../providers/types.ts"
import { ANYTHING } from "../providers/option-values.ts"

/** None. Features bring their own. */
export const SHARED_ROUTES: typeof all.SHARED_ROUTES = {}

/** Stands for a feature that a Worker doesn't import. A configuration that asks for the feature has a problem. */
const missing = (name: string, asked: string, isOn: (settings: Settings) => boolean): Feature => ({
  name,
  isOn,
  problems: () => [missingFeature(asked, name)],
})

/** Stands for a feature that an option of its own turns on. */
const missingOption = (name: string, option: string, read: (config: AuthConfig) => unknown): Feature => ({
  name,
  options: option === "session.deviceBound" ? { session: { deviceBound: ANYTHING } } : { [option]: ANYTHING },
  settings: { read: (config: CoreConfig) => Boolean(read(config)) },
  isOn: ({ own }) => own[name] === true,
  problems: () => [missingFeature(`\`${option}\``, name)],
})

/** Responds to a page of a feature that every app has on Node. */
const missingPage = (name: string, page: string): Route => ({
  run: () => Promise.reject(new RejectedRequest(404, missingFeature(page, name))),
})

/** Stands for the code of a provider, which its function brings. */
const missingProtocol = (name: string, find: (settings: Settings) => readonly ProviderConfig[]): Feature => ({
  name,
  isOn: (settings) => find(settings).length > 0,
  problems: (settings) => find(settings).map(({ id }) => missingFeature(`The provider ${JSON.stringify(id)}`, name)),
})

const account = missingOption("account", "account", (config) => config.account)
const webauthn = ({ providers }: Settings) => [...providers.values()].filter(({ type }) => type === "webauthn")

const plainCredentials = ({ providers }: Settings) => [...providers.values()].filter(isOwnPassword)
const plainOAuth = ({ providers }: Settings) =>
  [...providers.values()].filter((one) => isOAuth(one) && !needsOpenId(one))
const openIdProviders = ({ providers }: Settings) => [...providers.values()].filter(needsOpenId)

/** A row for each feature, in the same order as on Node. */
const MISSING: readonly Feature[] = [
  {
    name: "theme",
    isOn: ({ theme }) => Object.keys(theme).length > 0,
    report: ({ logger }) => logger.error(new AuthError("InvalidConfiguration", missingFeature("`theme`", "theme"))),
  },
  missingProtocol("oauth", plainOAuth),
  {
    ...account,
    isOn: () => true,
    problems: ({ own }) => (own["account"] === true ? [missingFeature("`account`", "account")] : []),
    routes: {
      "GET account": missingPage("account", "The account"),
      "POST account": missingPage("account", "The account"),
    },
  },
  { name: "password", isOn: ({ passwords }) => passwords !== undefined, problems: () => [PASSWORD_LOST] },
  {
    name: "credentials",
    isOn: (settings) => plainCredentials(settings).length > 0,
    problems: (settings) => plainCredentials(settings).map(({ id }) => missingProvider(id, "Credentials")),
  },
  {
    name: "passkeys",
    isOn: (settings) => webauthn(settings).length > 0,
    problems: (settings) => webauthn(settings).map(({ id }) => missingProvider(id, "Passkey")),
  },
  { name: "sign-up", isOn: () => false }, // `Password()` and `Passkey()` bring it with their own feature
  missingOption("two-step", "secondFactor", ({ secondFactor }) => secondFactor),
  {
    name: "step-up",
    isOn: () => true,
    routes: { "GET confirm": missingPage("step-up", "The page that confirms a user") },
  },
  missingProtocol("open-id", openIdProviders),
  missingOption("native-apps", "nativeApps", ({ nativeApps }) => nativeApps),
  missing("fedcm", "`fedcm`", ({ providers }) =>
    [...providers.values()].some((one) => "fedcm" in one && one.fedcm !== undefined),
  ),
  missingOption("device-bound", "session.deviceBound", ({ session }) => session?.deviceBound),
  missing("several-accounts", "`session.maxAccounts`", ({ session }) => session.maxAccounts > 1),
  missing("administration", "`callbacks.impersonate`", ({ callbacks }) => callbacks.impersonate !== undefined),
  missing("stored-users", "`adapter`", ({ adapter }) => adapter !== undefined),
  { name: "access-tokens", isOn: () => false }, // `auth.getAccessToken` names the import
]

/** Calls a provider that is a function, such as `Passkey` without parentheses. */
const callBringer = (bringer: unknown) => (typeof bringer === "function" ? bringer({}) : bringer) as Bringer | undefined // both bring nothing without the symbol

/** Returns the rows that the preset, the providers, the adapter and `features` bring, and rows of missing features. */
export const featuresFor: typeof all.featuresFor = (config) => {
  const { adapter, providers, features = [] } = config
  const bringers: readonly unknown[] = [config, adapter, ...features, ...(Array.isArray(providers) ? providers : [])]
  const brought = [
    ...(features as readonly Feature[]),
    ...bringers.flatMap((bringer) => callBringer(bringer)?.[BROUGHT] ?? []),
  ]
  return MISSING.map((row) => brought.find(({ name }) => name === row.name) ?? row)
}
