import { useEffect, useState } from "react"

import type { MailEntry } from "../../server/mailbox.ts"
import { pageBrand } from "../page-data.ts"

const clock = new Intl.DateTimeFormat("en", { timeStyle: "short" })
const POLL = 1500

/** Lists the emails that the demo sent. It replaces the users' email apps. */
export function Mailbox() {
  const mails = useMails()
  const [chosen, setChosen] = useState<number>()
  const shown = mails?.find(({ id }) => id === chosen) ?? mails?.[0]
  return (
    <section className="mailbox">
      <header>
        <p className="eyebrow">For this demo</p>
        <h1>Mailbox</h1>
        <p className="lead">Every email that {pageBrand().name} sends arrives here.</p>
      </header>
      {shown ? (
        <div className="mails">
          <ol aria-label="Mails">
            {mails?.map((mail) => (
              <li key={mail.id}>
                <button aria-current={mail.id === shown.id ? "true" : undefined} onClick={() => setChosen(mail.id)}>
                  <span className="mail-to">{mail.to}</span>
                  <time dateTime={new Date(mail.time).toISOString()}>{clock.format(mail.time)}</time>
                  <span className="soft">{mail.subject}</span>
                </button>
              </li>
            ))}
          </ol>
          <Mail key={shown.id} {...shown} />
        </div>
      ) : (
        <Empty waiting={mails === undefined} />
      )}
    </section>
  )
}

function Mail({ id, to, from, subject }: MailEntry) {
  return (
    <article className="mail" aria-labelledby={`mail-${id}`}>
      <header>
        <h2 id={`mail-${id}`}>{subject}</h2>
        <p className="soft">
          {from} to {to}
        </p>
      </header>
      {/* An email is untrusted: no scripts, no origin, and its links open in the whole window only after a click */}
      <iframe
        title={subject}
        src={`/mailbox/${id}`}
        sandbox="allow-popups allow-top-navigation-by-user-activation"
      ></iframe>
    </article>
  )
}

function Empty({ waiting }: { waiting: boolean }) {
  return (
    <p className="empty" role="status">
      {waiting ? "" : "No emails yet. Sign in with your email address, and the message appears here."}
    </p>
  )
}

function useMails() {
  const [mails, setMails] = useState<MailEntry[]>()
  useEffect(() => {
    const leaving = new AbortController()
    const look = async () => {
      const answer = await fetch("/api/mailbox", { signal: leaving.signal }).catch(() => null)
      if (answer?.ok) setMails(await answer.json())
    }
    void look()
    const timer = setInterval(() => document.hidden || void look(), POLL)
    document.addEventListener("visibilitychange", () => void look(), { signal: leaving.signal })
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [])
  return mails
}
