import { bringPreset } from "../../brings.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { Wire } from "../../core/config/types.ts"
import type { TokenForm } from "../../core/crypto/token-form.ts"
import { sha256 } from "../../core/crypto/bytes.ts"
import type { Anything } from "../next-auth-4/provider-types.ts"
import { nextAuth4Keyring } from "../next-auth-4/tokens.ts"
import { authjsCsrf } from "./csrf.ts"
import { authjsCookieName, nextAuth4CookieName } from "./names.ts"
import { hashSecrets } from "./secrets.ts"
import { authjsKeyring } from "./tokens.ts"
import { AUTHJS_WARNINGS } from "./warnings.ts"

export type { DecodeParams, EncodeParams, JWT, JWTOptions } from "../../core/crypto/jwt-types.ts"
export { decode, encode, getToken } from "./tokens.ts"

declare module "../../types.ts" {
  /** In an app with the preset, callbacks get what the client sent as `any`, as in Auth.js. */
  interface UpdateTypes {
    data: Anything
  }
}

/** The options of {@link authjs}. */
export interface AuthjsOptions {
  /**
   * The major version of `next-auth` or Auth.js that the app migrates from. Version 4 has other cookie names and
   * tokens.
   *
   * @default 5
   */
  version?: 4 | 5
  /**
   * The format of new session tokens. Instances that still run Auth.js can open `"authjs"` tokens. Choose `"latchkit"`
   * when no such instance is left: new tokens then name the site that they are for. Latchkit opens both formats either
   * way.
   *
   * @default "authjs"
   */
  seal?: "authjs" | "latchkit"
}

/** The part of a configuration that the presets set. */
export type Preset = Required<Pick<AuthConfig, "compat" | "compatVersion">> & { wire: Wire }

/**
 * Keeps the users of an Auth.js app signed in: cookie names, session tokens, CSRF cookies and magic links stay valid in
 * both directions. Spread it first in your configuration, and keep your secrets.
 */
export function authjs({ version = 5, seal = "authjs" }: AuthjsOptions = {}): Preset {
  return {
    ...bringPreset(),
    compat: "authjs",
    compatVersion: version,
    wire: {
      warnings: AUTHJS_WARNINGS,
      csrf: authjsCsrf,
      cookieName: version === 4 ? nextAuth4CookieName : authjsCookieName,
      hashVerificationToken: (token, secrets) =>
        Promise.all(hashSecrets(secrets).map((secret) => sha256(token + secret))),
      tokenForms: (own) => {
        const theirs = tokenForm(version, own.keyring.secrets)
        return seal === "authjs" ? [theirs, own] : [own, theirs]
      },
    },
  }
}

// Apps share such a token between hosts with their cookie's domain, so it can't name a site
function tokenForm(version: 4 | 5, secrets: readonly string[]): TokenForm {
  if (version === 5) return { keyring: authjsKeyring(secrets), namesSite: false }
  return { keyring: nextAuth4Keyring(secrets), namesSite: false, salt: "" }
}
