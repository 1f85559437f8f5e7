import { fields as english } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"

/** Returns the message for each error that a page finds in a field by itself. */
export function fieldMessages(messages?: MessageOverrides): Readonly<Record<"Required" | "InvalidEmail", string>> {
  const { required, invalidEmail } = withOverrides(english, messages?.fields)
  return { Required: required, InvalidEmail: invalidEmail }
}
