import { changeAccount } from "latchkit"
import { stepUp } from "latchkit/headless"

/** Asks for the change. The user then opens the link in the new mailbox. */
export async function changeEmail(email: string) {
  const { ok, error } = await stepUp(() => changeAccount("change-email", { email }), {
    actionName: "Change your email address",
  })
  return ok ? `Open the link that we sent to ${email}.` : `Not changed: ${error}`
}
