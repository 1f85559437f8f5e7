import { signInErrorMessage, type ErrorContext } from "./sign-in-error-message.ts"
import { browserErrors, configuration, verification } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"

/** Returns the message for an error of a sign-in request, or `undefined` for any other text. */
export function requestErrorMessage(code: string, context: ErrorContext = {}): string | undefined {
  const { messages } = context
  const pages = withOverrides({ Configuration: configuration, Verification: verification }, messages?.errorPage)
  if (code === "Configuration") return pages[code].text
  if (code === "Verification") return pages[code].title // the text needs the title above it
  const inBrowser: Readonly<Record<string, string>> = withOverrides(browserErrors, messages?.errors)
  if (Object.hasOwn(inBrowser, code)) return inBrowser[code]
  return signInErrorMessage(code, context)
}
