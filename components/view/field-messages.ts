import { fields as english } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"

/** The sentence about an empty field, by the field's name. Other fields get a general one. */
export const REQUIRED = {
  name: "requiredName",
  email: "requiredEmail",
  username: "requiredUsername",
  password: "requiredPassword",
  currentPassword: "requiredPassword",
  code: "requiredCode",
} as const satisfies Readonly<Record<string, keyof typeof english>>

/** Returns the message for each error that a page finds in a field by itself. */
export function fieldMessages(
  messages?: MessageOverrides,
  field = "",
): Readonly<Record<"Required" | "InvalidEmail", string>> {
  const words = withOverrides(english, messages?.fields)
  const key = Object.entries(REQUIRED).find(([name]) => name === field)?.[1] ?? "required"
  return { Required: words[key], InvalidEmail: words.invalidEmail }
}
