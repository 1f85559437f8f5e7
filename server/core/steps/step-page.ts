import { maskedAddress } from "../request/language.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { Outcome } from "../request/outcome.ts"
import { withSearchParams } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import { issueFormToken } from "../request/csrf-check.ts"
import { oneOf } from "../request/form.ts"
import { renderPage, type Html, type PageProps } from "../pages/render.ts"
import type { Attempt } from "./attempt.ts"
import type { StepRow } from "./row.ts"

/** Errors that a step's page shows. */
const STEP_ERRORS = [
  "InvalidCode",
  "RateLimited",
  "Step",
  "EmailSignin",
  "ServerBusy",
  "WebAuthnVerificationError",
] as const

export type StepErrorCode = (typeof STEP_ERRORS)[number]

/** Props that every card of a step has. */
export interface StepCardProps {
  csrfToken: string | undefined
  /** The attempt's public id, which the form repeats. */
  attempt: string
  /** The user's masked address. */
  account: string | undefined
  error: StepErrorCode | undefined
  /** Seconds until the next try is allowed. */
  retryAfter: number | undefined
}

/** Returns the props of a step's card, and the cookies that its form needs. */
export async function stepCardProps(
  context: ActionContext,
  attempt: Attempt,
): Promise<{ props: StepCardProps; cookies: readonly SetCookie[] }> {
  const { query } = context
  const { csrfToken, cookies } = await issueFormToken(context)
  const retryAfter = Number(query.get("retryAfter"))
  return {
    cookies,
    props: {
      csrfToken,
      attempt: attempt.formId,
      account: maskedAddress(attempt.state.user.email),
      error: oneOf(query.get("error"), STEP_ERRORS),
      retryAfter: retryAfter > 0 ? retryAfter : undefined,
    },
  }
}

/** Returns how a step shows its card: the props for a client, and the built-in page with them. */
export const stepCard = <Props extends object>(
  props: (context: ActionContext, attempt: Attempt) => Promise<{ props: Props; cookies: readonly SetCookie[] }>,
  render: (page: PageProps & Props, html: Html) => string,
): Required<Pick<StepRow, "props" | "show">> => ({
  props,
  async show(context, attempt) {
    const card = await props(context, attempt)
    return renderPage(context, (page, html) => render({ ...page, ...card.props }, html), { cookies: card.cookies })
  },
})

/** Sends the user back to the page of a step, with what happened. */
export function backToStep(
  { site }: ActionContext,
  id: string,
  { error, ...parameters }: { error?: StepErrorCode | undefined } & Record<string, string | undefined>,
): Outcome {
  const to = withSearchParams(`${site.url}/step/${id}`, site.origin, { ...parameters, error })
  const status = error === undefined ? 303 : error === "RateLimited" ? 429 : error === "ServerBusy" ? 503 : 401
  const retryAfter = Number(parameters["retryAfter"] ?? 0)
  return { kind: "redirect", to, status, step: id, ...(error && { error }), ...(retryAfter && { retryAfter }) }
}
