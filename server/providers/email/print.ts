import { withoutControlCharacters } from "../../logger.ts"
import type { AccountEmail, VerificationRequest } from "../types.ts"
import type { RenderedEmail } from "./mail.ts"

/**
 * Prints an email of a provider that isn't set up yet, in development. Its links and codes belong in no log of a server
 * in production.
 *
 * @param problem what the provider lacks, as a sentence without its period
 * @throws {Error} with the problem if this isn't development
 */
export function printEmail(
  { subject, text }: RenderedEmail,
  { identifier, url }: Pick<VerificationRequest | AccountEmail, "identifier" | "url">,
  problem: string,
): void {
  if (!isDevelopment(url))
    throw new Error(`Email not sent: ${problem}. In development, NODE_ENV=development prints emails instead`)
  const lines = [`To: ${identifier}`, `Subject: ${subject}`, "", ...text.split("\n")]
  const safe = lines.map((line) => `  ${withoutControlCharacters(line)}`.trimEnd())
  console.log(`[latchkit] Email printed, not sent: ${problem}.\n\n${safe.join("\n")}\n`)
}

const LOCALHOST = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Returns whether NODE_ENV says so. Few servers set it, so without it a site on this machine counts, too. */
function isDevelopment(url: string): boolean {
  const mode = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.["NODE_ENV"]
  return mode === undefined || mode === "" ? LOCALHOST.test(new URL(url).hostname) : mode === "development"
}
