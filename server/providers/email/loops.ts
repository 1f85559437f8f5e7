import type { EmailConfig } from "../types.ts"
import { checkEmailOptions, createHttpEmail, type EmailRequest, type MailOptions, type OutgoingEmail } from "./http.ts"

/** The options of {@link Loops}. */
export interface LoopsOptions extends Omit<MailOptions, "from"> {
  /** The template. It receives `url`, and also `code` if {@link LoopsOptions.sendsCode} is set. */
  transactionalId: string
  /** Whether the template shows the code. @default false */
  sendsCode?: boolean
  /**
   * The template of emails about an account. It receives `subject`, `text` and `url`, and `code` if there is one.
   * @default none of them is sent
   */
  accountTransactionalId?: string
}

/** Sends sign-in emails through a template of [Loops](https://loops.so/docs/api-reference/send-transactional-email). */
export function Loops(given: LoopsOptions): EmailConfig {
  checkEmailOptions("loops", given, { transactionalId: true, accountTransactionalId: true })
  const { transactionalId, sendsCode = false, accountTransactionalId, ...options } = given
  const handover = ({ apiKey, to, subject, text, request }: OutgoingEmail): EmailRequest => ({
    url: "https://app.loops.so/api/v1/transactional",
    headers: { authorization: `Bearer ${apiKey}` },
    body:
      "kind" in request
        ? {
            transactionalId: accountTransactionalId,
            email: to,
            dataVariables: { subject, text, url: request.url, ...(request.code && { code: request.code }) },
          }
        : {
            transactionalId,
            email: to,
            dataVariables: { url: request.url, ...(request.code && { code: request.code }) },
          },
  })
  const provider = createHttpEmail("loops", { from: undefined, ...options }, handover, { needsSender: false })
  const { sendAccountEmail, ...rest } = provider
  const notifies = accountTransactionalId !== undefined || options.sendAccountEmail !== undefined
  return { ...rest, sendsCode, ...(notifies && sendAccountEmail && { sendAccountEmail }) }
}

export default Loops
