import type { EmailConfig } from "../types.ts"
import { httpMail, type MailOptions } from "./http.ts"

export interface LoopsOptions extends Omit<MailOptions, "from"> {
  /** The template; it is given `url`, and `code` where {@link LoopsOptions.sendsCode} is set. */
  transactionalId: string
  /** Whether the template shows the code. @default false */
  sendsCode?: boolean
}

/** Sign-in mails through a template of [Loops](https://loops.so/docs/api-reference/send-transactional-email). */
export function Loops({ transactionalId, sendsCode = false, ...options }: LoopsOptions): EmailConfig {
  const provider = httpMail("loops", { from: "", ...options }, ({ apiKey, to, request: { url, code } }) => ({
    url: "https://app.loops.so/api/v1/transactional",
    headers: { authorization: `Bearer ${apiKey}` },
    body: { transactionalId, email: to, dataVariables: { url, ...(code && { code }) } },
  }))
  return { ...provider, sendsCode }
}

export default Loops
