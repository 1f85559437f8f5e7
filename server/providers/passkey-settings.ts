/** The passkey settings of an app. */
export interface PasskeySettings {
  /**
   * Set this if passkeys aren't only for this site: a parent domain that several sites share, or the origins of other
   * pages and apps.
   */
  relyingParty?: { id?: string; name?: string; origin?: string | readonly string[] } | undefined
  /** Whether a passkey must verify its user by face, fingerprint or PIN. @default "required" */
  userVerification?: "required" | "preferred" | undefined
  /** Milliseconds that a user may take. @default 300_000 (5 minutes) */
  timeout?: number | undefined
  /**
   * Accepts passkeys with other user handles than Latchkit's, such as those of the site's previous library. @default
   * false
   */
  anyUserHandle?: boolean | undefined
}
