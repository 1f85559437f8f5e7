import type { AuthConfig } from "../../service/config.ts"
import type { TokenForm } from "../../core/crypto/token-form.ts"
import { AuthError } from "../../errors.ts"
import type { LoggerInstance as LatchkitLogger } from "../../logger.ts"
import { authjs } from "../authjs/index.ts"
import { toProvider } from "./providers.ts"
import { nextAuth4Keyring, type JWTOptions } from "./tokens.ts"
import type { AuthOptions, LoggerInstance } from "./types.ts"

const CONFIGS = new WeakMap<object, AuthConfig>() // an entry is collected with its options

/** Converts the options of next-auth 4 to Latchkit's configuration. Returns the same object for the same options. */
export function configFor(options: Partial<AuthOptions>): AuthConfig {
  const config = CONFIGS.get(options) ?? toConfig(options)
  CONFIGS.set(options, config)
  return config
}

function toConfig(options: Partial<AuthOptions>): AuthConfig {
  const { providers = [], jwt = {}, secret = jwt.secret, adapter, callbacks, events, logger, ...same } = options
  return {
    ...presetFor(jwt.secret, secret),
    ...same,
    ...(secret !== undefined && { secret }),
    providers: providers.map(toProvider),
    jwt: toJwt(jwt, secret),
    // The same interface, which next-auth 4 types more loosely
    adapter: adapter as AuthConfig["adapter"],
    callbacks: callbacks as AuthConfig["callbacks"],
    events: events as AuthConfig["events"],
    ...(logger && { logger: toLogger(logger) }),
  }
}

/** Returns the preset. A separate `jwt.secret` seals session tokens and nothing else. */
function presetFor(tokenSecret: string | undefined, secret: string | undefined): ReturnType<typeof authjs> {
  const { wire, ...rest } = authjs({ version: 4 })
  if (tokenSecret === undefined || tokenSecret === secret) return { ...rest, wire }
  const form: TokenForm = { keyring: nextAuth4Keyring(tokenSecret), namesSite: false, salt: "" }
  return { ...rest, wire: { ...wire, tokenForms: (own) => [form, ...wire.tokenForms(own)] } }
}

/** Calls an app's `encode` or `decode` like next-auth 4 does: with one secret, and no salt for a session. */
function toJwt(
  { encode, decode, maxAge, secret }: Partial<JWTOptions>,
  fallback: string | undefined,
): AuthConfig["jwt"] {
  const first = (given: string | readonly string[]) => secret ?? fallback ?? [given].flat()[0] ?? ""
  return {
    ...(maxAge !== undefined && { maxAge }),
    ...(encode && { encode: ({ salt: _, ...params }) => encode({ ...params, secret: first(params.secret) }) }),
    ...(decode && { decode: ({ salt: _, ...params }) => decode({ ...params, secret: first(params.secret) }) }),
  }
}

const upperSnake = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])|-/g, "_").toUpperCase()

function toLogger({ error, warn, debug }: Partial<LoggerInstance>): Partial<LatchkitLogger> {
  return {
    ...(error && {
      error: (thrown) => {
        const { message, cause } = thrown
        const details = thrown instanceof AuthError ? cause : undefined
        error(upperSnake(thrown.name), { ...(details ?? {}), error: thrown, message })
      },
    }),
    ...(warn && { warn: (code) => warn(upperSnake(code)) }),
    ...(debug && { debug: (message, metadata) => debug(message, metadata) }),
  }
}
