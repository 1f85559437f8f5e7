import { skipCSRFCheck } from "../crypto/csrf-token.ts"
import { shownValue } from "../../arguments.ts"
import { AuthError } from "../../errors.ts"
import { describeAddress, describeText, describeWord } from "../../providers/option-values.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import { missingOperations, PASSKEY_OPERATIONS, stepProblems, strategyProblems } from "./feature-problems.ts"
import { allProviders } from "./email-senders.ts"
import { flowProblems } from "./flow-options.ts"
import { labelProblems, languageProblems, secretProblems, lifetimeProblems } from "./value-problems.ts"
import type { Settings } from "./settings.ts"
import { parseSiteUrl } from "./site.ts"
import { trustedOriginProblems } from "./trusted-origins.ts"
import { siteUrlFrom } from "./env.ts"
import type { CoreConfig } from "./types.ts"

const PROVIDER_ID = /^[a-z0-9][\w-]{0,63}$/i
const BASE_PATH = /^(?:\/[\w.~-]+)+$/
/** The last two labels decide who owns the host, so they can't be wildcards. */
const ORIGIN_PATTERN =
  /^https?:\/\/(?:[a-z0-9*-]+(?:\.[a-z0-9*-]+)*\.)?(?:localhost|[a-z0-9-]+\.[a-z0-9-]+)(?::\d{1,5})?$/

/** A mistake in the configuration, or an error of another type. */
type Problem = string | AuthError

/** Returns the problems of a configuration, each with the name of the setting. Empty if the configuration is valid. */
export function configProblems(
  config: Pick<CoreConfig, "adapter" | "skipCSRFCheck" | "session" | "jwt" | "trustedOrigins">,
  settings: Settings,
): readonly AuthError[] {
  const problems: readonly Problem[] = [
    ...secretProblems(settings),
    ...siteProblems(settings),
    ...pageProblems(settings),
    ...cookieProblems(settings),
    ...csrfProblems(config.skipCSRFCheck),
    ...repeatedProblems(settings),
    ...allProviders(settings).flatMap((provider) => providerProblems(provider, settings)),
    ...adapterProblems(config.adapter),
    ...strategyProblems(settings),
    ...stepProblems(config, settings),
    ...settings.features.flatMap((feature) => feature.problems?.(settings) ?? []),
    ...lifetimeProblems(config, allProviders(settings)),
    ...flowProblems(settings),
    ...trustedOriginProblems(config, settings.env),
    ...languageProblems(settings),
    ...(settings.rules.lenientOptions ? [] : labelProblems(settings)),
    ...rateLimitProblems(settings),
  ]
  return problems.map((problem) =>
    typeof problem === "string" ? new AuthError("InvalidConfiguration", problem) : problem,
  )
}

function siteProblems({ env, site, redirectProxyUrl, redirectProxyOrigins }: Settings): string[] {
  const url = siteUrlFrom(env)
  return [
    ...(url !== undefined && !parseSiteUrl(url)
      ? [`AUTH_URL is ${describeAddress(url)}. Set it to an http or https URL`]
      : []),
    ...(site.basePath === "" || BASE_PATH.test(site.basePath)
      ? []
      : [`\`basePath\` is ${describeAddress(site.basePath)}. Set it to a path such as "/auth"`]),
    ...(site.path === "" || BASE_PATH.test(site.path)
      ? []
      : [`\`sitePath\` is ${describeAddress(site.path)}. Set it to a path such as "/shop"`]),
    ...proxyProblems(redirectProxyUrl, "`redirectProxyUrl`"),
    ...redirectProxyOrigins
      .filter((pattern) => !ORIGIN_PATTERN.test(pattern))
      .map(
        (pattern) =>
          `\`redirectProxyOrigins\` contains ${describeAddress(pattern)}. Set an origin whose last two labels have no \`*\``,
      ),
  ]
}

function proxyProblems(url: string | undefined, name: string): string[] {
  if (url === undefined || parseSiteUrl(url)) return []
  return [`${name} is ${describeAddress(url)}. Set it to the URL of the base path`]
}

function pageProblems({ pages }: Settings): string[] {
  return Object.entries(pages)
    .filter(([, page]) => page !== undefined && !isPath(page) && !(page.includes("://") && parseSiteUrl(page)))
    .map(
      ([name, path]) =>
        `\`pages.${name}\` is ${describeAddress(path)}. Set it to a path on the site, or an http or https URL`,
    )
}

const isPath = (page: string) => page.startsWith("/") && !/^\/[/\\]/.test(page)

const COOKIE_NAME = /^[!#$%&'*+\-.^`|~\w]+$/
const COOKIE_ATTRIBUTE = /^[^;\r\n]*$/

/** Returns what to do if `adapter` is the database that an adapter needs. */
function adapterProblems(adapter: CoreConfig["adapter"]): string[] {
  const shown = shownValue(adapter)
  if (!shown.startsWith("an object of") || ["getUser", "createUser"].some((name) => name in Object(adapter))) return []
  return [`\`adapter\` is ${shown}. Pass your database to an adapter, such as \`SqlAdapter(kysely)\``]
}

function cookieProblems({ cookies }: Pick<Settings, "cookies">): string[] {
  const table = Object.entries(cookies({ secure: true }))
  const names = table.map(([, { name }]) => name)
  return table.flatMap(([key, { name, options }]) => [
    ...(COOKIE_NAME.test(name)
      ? []
      : [
          `\`cookies.${key}.name\` is ${describeText(name)}, which isn't a valid cookie name. Use letters, digits, _, - and .`,
        ]),
    ...(names.indexOf(name) === names.lastIndexOf(name)
      ? []
      : [`\`cookies.${key}.name\` is ${name}, which another cookie also uses. Set another name`]),
    ...[options.domain, options.path]
      .filter((value) => value !== undefined && !COOKIE_ATTRIBUTE.test(value))
      .map(
        (value) =>
          `\`cookies.${key}.options\` contains ${describeAddress(value)}, which isn't a valid cookie attribute. Remove semicolons and line breaks`,
      ),
  ])
}

function csrfProblems(skip: unknown): string[] {
  if (skip === undefined || skip === skipCSRFCheck) return []
  const skipText = typeof skip === "symbol" ? `another ${String(skip)}` : describeWord(skip)
  return [`\`skipCSRFCheck\` is ${skipText}. Import the symbol of that name from latchkit/server, or leave it out`]
}

function repeatedProblems({ repeatedProvider: id }: Settings): string[] {
  if (id === undefined) return []
  return [`Two entries of \`providers\` have the id "${id}". Set \`id\` of one to another value`]
}

function providerProblems(provider: ProviderConfig, settings: Settings): Problem[] {
  const { id, type } = provider
  const at = `The provider ${JSON.stringify(id)}`
  const reserved = ["credentials", "email", "webauthn"].includes(id) && (type === "oauth" || type === "oidc")
  if (typeof id !== "string" || !PROVIDER_ID.test(id) || reserved) {
    return [
      `${at} has an invalid or reserved \`id\`. Use letters, digits, _ and -, but not credentials, email or webauthn`,
    ]
  }
  switch (type) {
    case "oauth":
    case "oidc":
      return proxyProblems(provider.redirectProxyUrl, `The \`redirectProxyUrl\` of provider ${JSON.stringify(id)}`)
    case "credentials":
      return typeof provider.authorize === "function"
        ? []
        : [`${at} has no \`authorize\`. Set it to a function that returns the user or null`]
    case "email":
      return missingOperations(
        settings.adapter,
        ["createVerificationToken", "useVerificationToken", "getUserByEmail", "createUser"],
        at,
      )
    case "webauthn":
      return settings.webauthn ? missingOperations(settings.adapter, PASSKEY_OPERATIONS, at) : []
    default:
      return [`${at} has the unknown type ${describeWord(type)}. Use a function of latchkit/providers to create it`]
  }
}

function rateLimitProblems({ rateLimit, env }: Settings): string[] {
  if (!rateLimit) return []
  const { trustedProxies, proxiesFrom, limits = {} } = rateLimit
  const bad = Object.entries(limits).filter(([, limit]) => limit && !(limit.points >= 1 && limit.seconds >= 1))
  return [
    ...(Number.isInteger(trustedProxies) && trustedProxies >= 0
      ? []
      : [
          proxiesFrom === "AUTH_TRUSTED_PROXIES"
            ? `AUTH_TRUSTED_PROXIES is ${describeWord(env["AUTH_TRUSTED_PROXIES"])}. Set it to the number of your proxies`
            : `\`rateLimit.trustedProxies\` is ${describeWord(trustedProxies)}. Set it to the number of your proxies`,
        ]),
    ...bad.map(
      ([kind, limit]) => `\`rateLimit.limits.${kind}\` is ${describeWord(limit)}. Set points and seconds to 1 or more`,
    ),
  ]
}
