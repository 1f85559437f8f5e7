/**
 * What a `profile` callback may read beside the profile and the tokens.
 *
 * The same roots serve the placeholders in a provider's URLs, parameters, headers and bodies. The engine fills these
 * with `fill` of `template.ts` when it makes the request: `{clientId}`, `{clientSecret}`, `{userAgent}`,
 * `{$token.<path>}`, `{$extra.<name>.<path>}`, `{$profile.<path>}` (userinfo, before `profileUnwrap`).
 */
export interface ProfileContext {
  /** Answers of the extra requests that were made, by name, unwrapped. */
  extra: Record<string, unknown>
  /** Fields of a form_post callback, JSON ones parsed. A visitor can write them: a name at most, never an address. */
  form: Record<string, unknown>
  /** The provider's own fetch, or the configured one. A request fails after 10 seconds, and its body after 1 MB. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}
