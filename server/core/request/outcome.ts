import type { StepResponse } from "../../../client/protocol.ts"
import type { SetCookie } from "../cookies/options.ts"

interface OutcomeHeaders {
  /** Cookies to set, in order. A later one replaces an earlier one of the same name. */
  cookies?: readonly SetCookie[]
  headers?: Readonly<Record<string, string>>
  /** Cookies that server code sets in place of the headers, which not every framework lets a server action set. */
  insteadOfHeaders?: readonly SetCookie[]
  /** Why a POST was rejected, if the response doesn't say so. Only the security event has it. */
  rejection?: string
}

/** The result of an action. Only `respond.ts` turns it into a `Response`. */
export type Outcome =
  // `printed` is the body as JSON text, if it was serialized before
  | (OutcomeHeaders & { kind: "json"; status?: number } & (
        | { body: unknown; printed?: never }
        | { printed: string; body?: never }
      ))
  // A status of 400 or more, and `callbackUrl`, appear only in the JSON form of the redirect
  | (OutcomeHeaders & {
      kind: "redirect"
      to: string
      status?: 302 | 303 | 401 | 403 | 429 | 503 | undefined
      error?: string
      code?: string
      callbackUrl?: string
      /** The step that a paused sign-in waits for. */
      step?: string
      /** The props of the step's card. They appear only in the JSON form of the redirect. */
      stepProps?: StepResponse
      /** Seconds until another try is allowed. */
      retryAfter?: number
    })
  // `images` are the https origins of the logos on the page, `connects` other origins that it may request. `formTarget`
  // is where its form may also lead, beside https
  | (OutcomeHeaders & {
      kind: "page"
      status?: number
      html: string
      images?: readonly string[]
      connects?: readonly string[]
      formTarget?: string
    })
  | (OutcomeHeaders & { kind: "asset"; type: string; body: string })
  | (OutcomeHeaders & { kind: "empty"; status: number })
