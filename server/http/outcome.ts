import type { SetCookie } from "../cookies/options.ts"

interface OutcomeHeaders {
  /** Cookies to set, in order; a later one of the same name wins. */
  cookies?: readonly SetCookie[]
  headers?: Readonly<Record<string, string>>
}

/** What an action decided; `respond.ts` alone turns it into a `Response`. */
export type Outcome =
  // `printed`: the body as JSON where it was written before
  | (OutcomeHeaders & { kind: "json"; status?: number } & (
        { body: unknown; printed?: never } | { printed: string; body?: never }
      ))
  // A status of 400 and more is that of its JSON form; `callbackUrl` is in its JSON form alone
  | (OutcomeHeaders & {
      kind: "redirect"
      to: string
      status?: 302 | 303 | 401 | 403 | 429 | undefined
      error?: string
      code?: string
      callbackUrl?: string
    })
  // `images`: https origins of the logos that the page shows
  | (OutcomeHeaders & { kind: "page"; status?: number; html: string; images?: readonly string[] })
  | (OutcomeHeaders & { kind: "asset"; type: string; body: string })
  | (OutcomeHeaders & { kind: "empty"; status: number })
