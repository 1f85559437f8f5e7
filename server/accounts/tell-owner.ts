import type { User } from "../../client/contract.ts"
import { asError, AuthError } from "../errors.ts"
import { messagesFor } from "../http/language.ts"
import type { EmailConfig, ProviderConfig } from "../providers/types.ts"
import type { ActionContext } from "../sessions/action-context.ts"

/**
 * Emails the owner of a user that was just reclaimed. Runs in the background: the sign-in doesn't wait for it, and a
 * failed email doesn't fail the sign-in.
 */
export function tellOwner(routed: ActionContext, { email }: User): void {
  const { events, logger, warned } = routed.settings
  const provider = senderFor(routed)
  if (provider && email) {
    void send(routed, provider, email).catch((thrown: unknown) => {
      const err = asError(thrown)
      logger.error(
        new AuthError("EventError", `The email about a reclaimed user was not sent: ${err.message}`, { err }),
      )
    })
  } else if (!events.reclaimUser && !warned.has("reclaim-not-emailed")) {
    warned.add("reclaim-not-emailed")
    logger.warn("reclaim-not-emailed")
  }
}

type Sender = EmailConfig & Required<Pick<EmailConfig, "sendAccountNotice">>

// The provider that proved the address knows its kind, such as a phone number. After OAuth it is an email address
function senderFor({ provider, settings }: ActionContext): Sender | undefined {
  const candidates = provider?.type === "email" ? [provider] : [...settings.providers.values()]
  return candidates.find(sendsNotices)
}

function sendsNotices(provider: ProviderConfig): provider is Sender {
  return provider.type === "email" && provider.sendAccountNotice !== undefined
}

async function send(routed: ActionContext, provider: Sender, identifier: string): Promise<void> {
  const { settings, site, request } = routed
  const { theme, siteName, now } = settings
  const at = new Date(now())
  const messages = await messagesFor(routed)
  const kind = "reclaimed" as const
  await provider.sendAccountNotice({
    kind,
    identifier,
    at,
    url: site.origin,
    provider,
    theme,
    siteName,
    messages,
    request,
  })
}
