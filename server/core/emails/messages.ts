import { en } from "../../../components/view/messages/en.ts"
import { withOverrides } from "../../../components/view/messages/fill.ts"
import type { Messages } from "../../../components/view/messages/types.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { messagesFor } from "../request/language.ts"

/** Returns the messages in the user's language. A sentence without a translation is in English. */
export async function emailMessages(context: Pick<RequestContext, "settings" | "headers">): Promise<Messages> {
  return withOverrides(en, await messagesFor(context))
}
