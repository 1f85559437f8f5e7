// Reads the Public Suffix List. The build replaces this module with a bundle (.build/webauthn.ts), so apps don't
// install the list.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- any program needs the types
/// <reference path="./psl.d.ts" />
import { parse } from "psl"

/**
 * Returns whether anyone can register a host below a domain, such as `co.uk` or `vercel.app`.
 *
 * @param domain with or without a dot at its start
 * @see [Public Suffix List](https://publicsuffix.org)
 */
export function isPublicSuffix(domain: string): boolean {
  const parsed = parse(domain.toLowerCase().replaceAll(/^\.+|\.+$/g, ""))
  return "listed" in parsed && parsed.listed && parsed.domain === null
}
