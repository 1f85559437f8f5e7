import { passkey as english } from "../view/messages/en.ts"
import { withOverrides } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"

/** The message key of each code of `passkey.signIn` and `passkey.register`. A canceled request has no message. */
const MESSAGE_KEYS = {
  Exists: "exists",
  Failed: "failed",
  InvalidDomain: "failed",
  Rejected: "failed",
  Unknown: "unknown",
  Unsupported: "unsupported",
} as const

/** Returns the message for a passkey error, or `undefined` for any other error. */
export function passkeyMessage(error: string | undefined, messages?: MessageOverrides): string | undefined {
  if (error === undefined || !Object.hasOwn(MESSAGE_KEYS, error)) return undefined
  return withOverrides(english, messages?.passkey)[MESSAGE_KEYS[error as keyof typeof MESSAGE_KEYS]] // the line above checked the key
}
