import { LIMITS } from "../config/rate-limits.ts"
import { countForAddress, type Requirements } from "../limits/attempt.ts"
import { isOwnersBrowser, mailboxCounts } from "../limits/mailbox.ts"
import { normalizeIdentifier, readEmailRequest, isRequestedByBrowser, type EmailRequest } from "../mailbox/request.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { canonicalIdentifier, limitKey, type LimitCount } from "../request/consume.ts"
import { emailedParams } from "../request/redirect-url.ts"

/** Returns the counts of a request for an email, or of the use of its link or code. */
export function emailCounts(
  context: ActionContext,
  kind: "email" | "code",
  provider: EmailConfig,
): Promise<Requirements> {
  return (kind === "email" ? requestCounts : redemptionCounts)(context, provider)
}

async function requestCounts(context: ActionContext, provider: EmailConfig): Promise<Requirements> {
  const identifier = readIdentifier(context, provider)
  if (identifier === null) return [[[await countForAddress(context, "email")]]] // rejected later, with its own error
  const { everyone, owner } = await mailboxCounts(context, identifier)
  if (owner) return [[[everyone], [owner]]]
  const lastRequest = await readEmailRequest(context, provider.id)
  const repeatCounts =
    lastRequest?.identifier === identifier && isRecent(context, lastRequest)
      ? [await requestCount(context, lastRequest)]
      : []
  return [[[await countForAddress(context, "email")]], [[everyone], ...repeatCounts.map((count) => [count])]]
}

function readIdentifier({ body }: ActionContext, provider: EmailConfig): string | null {
  try {
    return normalizeIdentifier(provider, body.fields["email"])
  } catch {
    return null // the provider's own `normalizeIdentifier` rejected it
  }
}

/**
 * Returns whether the browser requested its email a short time ago. Such a browser may request more, but can't save
 * requests for later.
 */
function isRecent({ settings }: ActionContext, { since }: EmailRequest): boolean {
  if (!settings.rateLimit) return false
  const { seconds } = settings.rateLimit.limits?.emailAgain ?? LIMITS.emailAgain
  return since !== undefined && settings.now() - since < seconds * 1000
}

const requestCount = async (context: ActionContext, { browser = "" }: EmailRequest): Promise<LimitCount> => ({
  kind: "emailAgain",
  key: await limitKey(context, `request ${browser}`),
})

/** A code has more limits of its own. A link counts if this request uses it up. */
async function redemptionCounts(context: ActionContext, provider: EmailConfig): Promise<Requirements> {
  const { body, method } = context
  const request = await readEmailRequest(context, provider.id)
  const email = method === "POST" ? body.fields["email"] : (emailedParams(context).get("email") ?? undefined)
  const isCode = method === "POST" && body.fields["code"] !== undefined
  const identifier = isCode ? request?.identifier : email
  const isKnown = identifier !== undefined && (await isOwnersBrowser(context, identifier))
  if (isCode) return isKnown ? [] : [[[await countForAddress(context, "code")]]]
  if (method === "GET" && email !== undefined && !(await isRequestedByBrowser(context, provider, email))) return [] // only shows a page
  const client = isKnown ? [] : [await countForAddress(context, "link")]
  if (request !== null && (email === undefined || request.identifier === email))
    return [[[...client, { kind: "linkFor", key: await limitKey(context, `request ${request.id}`) }]]]
  const mailbox = email === undefined ? undefined : await limitKey(context, canonicalIdentifier(email))
  return [[[...client, ...(mailbox === undefined ? [] : [{ kind: "linkTo" as const, key: mailbox }])]]]
}
