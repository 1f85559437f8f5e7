import type { EmailConfig, VerificationRequest } from "../providers/types.ts"

/** The sign-in by mail whose mails arrive here, the newest last; for tests. */
export function mailbox(): { mail: EmailConfig; newest: () => VerificationRequest } {
  const mails: VerificationRequest[] = []
  const mail: EmailConfig = {
    id: "email",
    name: "Email",
    type: "email",
    sendVerificationRequest: (sent) => void mails.push(sent),
  }
  const newest = () => {
    const found = mails.at(-1)
    if (!found) throw new Error("No mail was sent")
    return found
  }
  return { mail, newest }
}
