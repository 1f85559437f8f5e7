import type { AdapterUser } from "../../adapters/contract.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import { sendNotice } from "../notice.ts"
import { emailUndoLinks, type PreparedUndo } from "./prepare-email.ts"

/** Tells the old address that it was changed, with the link that undoes it. */
export async function emailAddressChanged(
  context: ActionContext,
  user: AdapterUser,
  undo: PreparedUndo,
): Promise<void> {
  for (const { email, link } of await emailUndoLinks(context, user, undo))
    sendNotice(context, email, { kind: "email-changed", ...link })
}
