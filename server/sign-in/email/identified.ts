import { emailIdentity } from "../limits/identity.ts"
import { rememberBrowser } from "../limits/known-browser.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import type { VerifiedIdentity } from "../../accounts/types.ts"
import { clearEmailRequest, type EmailRequest } from "./request.ts"

/** Returns the identity of a user who has proved that they own the mailbox. */
export async function toVerifiedIdentity(
  context: ActionContext,
  provider: EmailConfig,
  { identifier, ...more }: Pick<EmailRequest, "identifier" | "callbackUrl" | "remember" | "carry">,
): Promise<VerifiedIdentity> {
  return {
    identity: {
      user: { email: identifier },
      account: { provider: provider.id, providerAccountId: identifier, type: "email" },
      emailProven: true,
    },
    callbackUrl: more.callbackUrl,
    remember: more.remember,
    carry: more.carry,
    cookies: [...clearEmailRequest(context), ...(await rememberBrowser(context, emailIdentity(provider, identifier)))],
  }
}
