import { passkey as english } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"

/** Codes of `passkey.signIn` and `passkey.register`, by the sentence for them; a cancelled request is nothing to speak of. */
const MESSAGE_KEYS = {
  Exists: "exists",
  Failed: "failed",
  InvalidDomain: "failed",
  Refused: "failed",
  Unknown: "unknown",
  Unsupported: "unsupported",
} as const

/** What is said of a passkey that did not work; undefined for what is no error of a passkey. */
export function passkeyMessage(error: string | undefined, messages?: MessageOverrides): string | undefined {
  if (error === undefined || !Object.hasOwn(MESSAGE_KEYS, error)) return undefined
  return withOverrides(english, messages?.passkey)[MESSAGE_KEYS[error as keyof typeof MESSAGE_KEYS]] // just seen
}
