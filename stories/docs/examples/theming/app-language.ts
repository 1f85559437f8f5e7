import { GitHub } from "latchkit/providers/github"
import { createAuth } from "latchkit/server"

/** Where your app keeps the user's choice: here, in a cookie. */
function languageOf(request: Request | undefined): string {
  const cookies = request?.headers.get("cookie") ?? ""
  return /(?:^|; )NEXT_LOCALE=(en|de)(?:;|$)/.exec(cookies)?.[1] ?? "en"
}

export const auth = createAuth((request) => ({
  siteName: "Acme",
  providers: [GitHub()],
  languages: [languageOf(request)],
}))
