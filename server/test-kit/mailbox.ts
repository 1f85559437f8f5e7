import type { EmailConfig, VerificationRequest } from "../providers/types.ts"

/** Returns an email provider whose emails arrive here, the newest last. For tests. */
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
    if (!found) throw new Error("No email was sent")
    return found
  }
  return { mail, newest }
}
