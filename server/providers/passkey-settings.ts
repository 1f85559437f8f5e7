/** What a host may say of passkeys. */
export interface PasskeySettings {
  /** Where it is more than the site: a parent domain that several sites share, or the origins of further pages and apps. */
  relyingParty?: { id?: string; name?: string; origin?: string | readonly string[] } | undefined
  /** Whether a passkey must verify its user by face, finger or PIN. @default "required" */
  userVerification?: "required" | "preferred" | undefined
  /** Milliseconds that a visitor may take. @default 300_000 (5 minutes) */
  timeout?: number | undefined
  /** Accept passkeys whose user handle is not ours, as another service of the same site has made them. @default false */
  anyUserHandle?: boolean | undefined
}
