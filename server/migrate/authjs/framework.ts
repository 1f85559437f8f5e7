import { ACTIONS, FILES } from "../../../client/protocol.ts"
import {
  clientFrom,
  nonEmptyValues,
  secretsFrom,
  siteUrlFrom,
  trustsHost,
  withOlderNames,
  type Env,
} from "../../core/config/env.ts"
import { authjsVersion } from "../../core/config/rules.ts"
import type { CoreConfig } from "../../core/config/types.ts"
import { createLogger } from "../../logger.ts"
import { isOAuth } from "../../providers/protocol.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import { variablePrefix } from "../../providers/variables.ts"

// `@auth/core` exports these for authors of framework integrations

const ROUTED: ReadonlySet<string> = new Set([...ACTIONS, ...FILES])

/** Returns whether a path's first segment after the base path is an action of Auth.js or of Latchkit. */
export function isAuthAction(action: string): boolean {
  return ROUTED.has(action)
}

/** The part of a configuration that {@link setEnvDefaults} fills in. */
export type EnvDefaults = Pick<CoreConfig, "compat" | "compatVersion" | "logger"> & {
  basePath?: string | undefined
  providers?: readonly unknown[] | undefined
  redirectProxyUrl?: string | undefined
  secret?: string | readonly string[] | undefined
  trustHost?: boolean | undefined
}

/**
 * Fills in what a configuration leaves out from environment variables: base path, secrets, trusted host, redirect
 * proxy and the providers' clients. It writes to `config`. `AUTH_TRUST_HOST=false` is false, unlike in `@auth/core`.
 *
 * @param suppressBasePathWarning for authors of a framework integration that sets its own base path
 */
export function setEnvDefaults(envObject: Env, config: EnvDefaults, suppressBasePathWarning = false): void {
  const env = withOlderNames(envObject, authjsVersion(config))
  const url = siteUrlFrom(env)
  if (url !== undefined && config.basePath && !suppressBasePathWarning)
    createLogger(config.logger).warn("env-url-basepath-redundant")
  const { secret } = config
  Object.assign(config, {
    basePath: config.basePath || (URL.parse(url ?? "")?.pathname ?? "/auth"),
    ...(!secret?.length && { secret: secretsFrom(env) }),
    redirectProxyUrl: config.redirectProxyUrl ?? nonEmptyValues([env["AUTH_REDIRECT_PROXY_URL"]])[0],
    trustHost: config.trustHost ?? (url !== undefined || trustsHost(env)),
    providers: (config.providers ?? []).map((provider) => withClient(provider as Given, env)), // has the type of the configuration
  })
}

type Given = ProviderConfig | ((options: object) => ProviderConfig)

function withClient(provider: Given, env: Env): ProviderConfig {
  const { id } = typeof provider === "function" ? provider({}) : provider
  const client = { ...clientFrom(env, id), ...keyFrom(env, id) }
  const providerConfig = typeof provider === "function" ? provider(client) : provider
  const { clientId, clientSecret, issuer, apiKey } = client
  const fields: object = isOAuth(providerConfig)
    ? { clientId, clientSecret, issuer }
    : providerConfig.type === "email"
      ? { apiKey }
      : {}
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && (Reflect.get(providerConfig, name) ?? undefined) === undefined)
      Object.assign(providerConfig, { [name]: value })
  return providerConfig
}

function keyFrom(env: Env, id: string): { apiKey?: string } {
  const [apiKey] = nonEmptyValues([env[`${variablePrefix(id)}_KEY`]])
  return apiKey === undefined ? {} : { apiKey }
}

/**
 * Returns the URL of an action, based on `AUTH_URL` or `NEXTAUTH_URL`, otherwise on the request's headers. Clients can
 * forge headers, so use it only if a proxy sets them. Without a `protocol`, the URL is an https one.
 */
export function createActionURL(
  action: string,
  protocol: string | undefined,
  headers: Headers,
  envObject: Env,
  config: Pick<CoreConfig, "basePath" | "logger">,
): URL {
  const { basePath } = config
  const configured = envObject["AUTH_URL"] ?? envObject["NEXTAUTH_URL"]
  const url = configured ? new URL(configured) : new URL(`${originIn(headers, protocol)}`)
  if (configured && basePath && basePath !== "/" && url.pathname !== "/") {
    if (url.pathname !== basePath) createLogger(config.logger).warn("env-url-basepath-mismatch")
    url.pathname = "/"
  }
  const path = basePath ? `${basePath.replaceAll(/^\/|\/$/g, "")}/${action}` : action
  return new URL(`${url.href.replace(/\/$/, "")}/${path}`)
}

function originIn(headers: Headers, protocol = "https"): string {
  const host = headers.get("x-forwarded-host") ?? headers.get("host")
  const scheme = headers.get("x-forwarded-proto") ?? protocol
  return `${scheme.replace(/:$/, "")}://${host}`
}
