import { useQuery } from "@tanstack/react-query"
import { sessionQueryOptions, useSession } from "latchkit/react"

import type { Night } from "../../server/nights.ts"

const day = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })

/** A page for members. The server checks the session before it sends this page, and again before it sends the nights. */
export function Journal() {
  const { data } = useSession({ required: true })
  const nights = useNights()
  return (
    <section className="sheet">
      <p className="eyebrow">Members only</p>
      <h1>{data?.user?.name ? `${data.user.name}’s journal` : "Journal"}</h1>
      <p className="lead">Three nights, kept on the server, shown to nobody else.</p>
      <p role="status" className="soft">
        {nights.isError ? "Your nights could not be fetched. Reload the page to try again." : ""}
      </p>
      <ol className="nights" aria-busy={nights.isPending}>
        {nights.data?.map((night) => (
          <Entry key={night.date} {...night} />
        ))}
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

/** The nights of the signed-in user. Each user has a query of their own, so no user sees another's cached nights. */
function useNights() {
  const { data: session } = useQuery(sessionQueryOptions())
  const email = session?.user?.email
  return useQuery({
    queryKey: ["nights", email],
    queryFn: fetchNights,
    enabled: Boolean(email),
    retry: false,
  })
}

async function fetchNights({ signal }: { signal: AbortSignal }): Promise<Night[]> {
  const answer = await fetch("/api/nights", { signal })
  if (!answer.ok) throw new Error(`Nights not loaded: the server responded with ${answer.status}.`)
  return (await answer.json()).nights
}
