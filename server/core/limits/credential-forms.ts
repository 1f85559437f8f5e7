import { AuthError } from "../../errors.ts"
import { lazy } from "../../lazy.ts"
import type { CredentialsConfig } from "../../providers/types.ts"
import type { Awaitable } from "../../types.ts"
import type { ConfiguredFeature, Settings } from "../config/settings.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { Requirements } from "./attempt.ts"

const load = () => import("./password-counts.ts")

/** The functions for forms with a password. A Worker whose providers have none carries none of them. */
export interface CredentialForms {
  /** Returns the counts of an attempt. */
  counts(context: ActionContext, provider: CredentialsConfig): Awaitable<Requirements>
  /** Returns what the user entered as their name. */
  identifier(
    context: Pick<ActionContext, "body" | "settings">,
    provider: CredentialsConfig,
  ): Awaitable<string | undefined>
}

/** A feature that may bring {@link CredentialForms}. */
export interface CredentialFeature extends ConfiguredFeature {
  readonly credentialForms?: CredentialForms
}

/** The functions, for the features that bring them. */
export const CREDENTIAL_FORMS: CredentialForms = {
  counts: lazy(load, "passwordCounts"),
  identifier: lazy(load, "enteredIdentifier"),
}

/** @throws {AuthError} `InvalidConfiguration` if no feature brings them, so that no attempt goes uncounted */
export function requireCredentialForms({ features }: Pick<Settings, "features">): CredentialForms {
  const rows: readonly CredentialFeature[] = features
  const forms = rows.find(({ credentialForms }) => credentialForms)?.credentialForms
  if (!forms) throw new AuthError("InvalidConfiguration", "This build has no sign-in with credentials")
  return forms
}
