import type { EmailConfig } from "../types.ts"
import { createHttpEmail, type MailOptions } from "./http.ts"

export interface LoopsOptions extends Omit<MailOptions, "from"> {
  /** The template. It receives `url`, and also `code` if {@link LoopsOptions.sendsCode} is set. */
  transactionalId: string
  /** Whether the template shows the code. @default false */
  sendsCode?: boolean
  /** The template of notices. It receives `subject`, `text` and `url`. @default no notice is sent */
  noticeTransactionalId?: string
}

/** Sends sign-in emails through a template of [Loops](https://loops.so/docs/api-reference/send-transactional-email). */
export function Loops({
  transactionalId,
  sendsCode = false,
  noticeTransactionalId,
  ...options
}: LoopsOptions): EmailConfig {
  const provider = createHttpEmail("loops", { from: "", ...options }, ({ apiKey, to, subject, text, request }) => ({
    url: "https://app.loops.so/api/v1/transactional",
    headers: { authorization: `Bearer ${apiKey}` },
    body:
      "kind" in request
        ? {
            transactionalId: noticeTransactionalId,
            email: to,
            dataVariables: { subject, text, url: request.url },
          }
        : {
            transactionalId,
            email: to,
            dataVariables: { url: request.url, ...(request.code && { code: request.code }) },
          },
  }))
  const { sendAccountNotice, ...rest } = provider
  const notifies = noticeTransactionalId !== undefined || options.sendAccountNotice !== undefined
  return { ...rest, sendsCode, ...(notifies && sendAccountNotice && { sendAccountNotice }) }
}

export default Loops
