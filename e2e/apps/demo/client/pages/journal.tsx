import { useSession } from "latchkit/react"
import { useEffect, useState } from "react"

import type { Night } from "../../server/nights.ts"

const day = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })

/** For members only; the server asked the same before it sent this page, and asks again before it sends the nights. */
export function Journal() {
  const { data } = useSession({ required: true })
  const nights = useNights()
  return (
    <section className="sheet">
      <p className="eyebrow">Members only</p>
      <h1>{data?.user?.name ? `${data.user.name}’s journal` : "Journal"}</h1>
      <p className="lead">Three nights, kept on the server, shown to nobody else.</p>
      <p role="status" className="soft">
        {nights === "failed" ? "Your nights could not be fetched. Reload the page to try again." : ""}
      </p>
      <ol className="nights" aria-busy={nights === "waiting"}>
        {typeof nights === "string" ? null : nights.map((night) => <Entry key={night.date} {...night} />)}
      </ol>
    </section>
  )
}

function Entry({ date, title, note, seeing }: Night) {
  return (
    <li className="card">
      <p className="soft">
        <time dateTime={date}>{day.format(new Date(date))}</time>
        <span className="tag">{seeing}</span>
      </p>
      <h2>{title}</h2>
      <p>{note}</p>
    </li>
  )
}

function useNights() {
  const [nights, setNights] = useState<Night[] | "waiting" | "failed">("waiting")
  useEffect(() => {
    const leaving = new AbortController()
    fetch("/api/nights", { signal: leaving.signal })
      .then(async (answer) => setNights(answer.ok ? (await answer.json()).nights : "failed"))
      .catch(() => leaving.signal.aborted || setNights("failed"))
    return () => leaving.abort()
  }, [])
  return nights
}
