/**
 * The values that a `profile` callback may read besides the profile and the tokens.
 *
 * Placeholders in a provider's URLs, parameters, headers and bodies have the same roots. The engine fills them with
 * `fill` of `template.ts` when it makes the request: `{clientId}`, `{clientSecret}`, `{userAgent}`, `{$token.<path>}`,
 * `{$extra.<name>.<path>}`, `{$profile.<path>}` (userinfo, before `profileUnwrap`).
 */
export interface ProfileContext {
  /** Responses to the extra requests, by name, unwrapped. */
  extra: Record<string, unknown>
  /**
   * Fields of a form_post callback, with JSON fields parsed. A user can forge them: use them for a name at most, never
   * for an email.
   */
  form: Record<string, unknown>
  /**
   * The provider's own fetch, or the configured one. A request fails after 10 seconds, or if the response is larger
   * than 1 MB.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}
