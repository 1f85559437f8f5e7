import { emailIdentity } from "../limits/identity.ts"
import { rememberBrowser } from "../limits/known-browser.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { Routed } from "../../sessions/action-context.ts"
import type { Identified } from "../../accounts/types.ts"
import { forgetRequest, type MailRequest } from "./request.ts"

/** The identity of a user who has proved that the mailbox is theirs. */
export async function identified(
  routed: Routed,
  provider: EmailConfig,
  { identifier, ...more }: Pick<MailRequest, "identifier" | "callbackUrl" | "remember" | "carry">,
): Promise<Identified> {
  return {
    identity: {
      user: { email: identifier },
      account: { provider: provider.id, providerAccountId: identifier, type: "email" },
      emailProven: true,
    },
    callbackUrl: more.callbackUrl,
    remember: more.remember,
    carry: more.carry,
    cookies: [...forgetRequest(routed), ...(await rememberBrowser(routed, emailIdentity(provider, identifier)))],
  }
}
