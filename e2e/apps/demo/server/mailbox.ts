import { startMailServer, type ReceivedEmail } from "../../../../server/test-kit/mail-server.ts"

/** An email in the list. */
export interface MailEntry {
  id: number
  to: string
  from: string
  subject: string
  /** Milliseconds since the epoch. */
  time: number
}

/** The demo's SMTP server and the emails that it received. */
export interface Mailbox {
  /** The server's address in the form that Nodemailer accepts. */
  readonly url: string
  /** The emails, newest first. */
  entries(): MailEntry[]
  /** An email's source. */
  html(id: number): string | undefined
  /** Removes all emails. */
  clear(): void
  close(): Promise<void>
}

const SHOWN = 50

/** Starts the SMTP server. */
export async function openMailbox(): Promise<Mailbox> {
  const { received, url, close } = await startMailServer()
  return {
    url,
    close,
    entries: () => received.map(toEntry).slice(-SHOWN).reverse(),
    html: (id) => received[id]?.mail.html,
    clear: () => void (received.length = 0),
  }
}

function toEntry({ recipients, mail }: ReceivedEmail, id: number): MailEntry {
  const { subject = "", date, from } = mail
  return { id, to: recipients.join(", "), from: from?.name || "Nightbook", subject, time: Date.parse(date ?? "") }
}

// An email may only render itself and open links that the user clicks
const SANDBOX = "allow-popups allow-top-navigation-by-user-activation"
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox ${SANDBOX}`

/** Serves `/mailbox/<id>`: one email for the frame on the mailbox page. Its links open in the whole window. */
export function mailAt(mailbox: Mailbox, pathname: string): Response | undefined {
  const [, id] = /^\/mailbox\/(\d{1,6})$/.exec(pathname) ?? []
  const html = id === undefined ? undefined : mailbox.html(Number(id))
  if (html === undefined) return undefined
  return new Response(html.replace("<head>", '<head><base target="_top">'), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  })
}
