import { useSession } from "latchkit/react"

import { Draft } from "../draft.tsx"
import { Moon } from "../moon-disc.tsx"
import { litPercent, nightsFrom, phaseName } from "../moon.ts"

const weekday = new Intl.DateTimeFormat("en", { weekday: "short" })
const today = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" })

/** The public page: the moon tonight and on the next nights. */
export function Tonight() {
  const nights = nightsFrom(Date.now(), 7)
  const [tonight] = nights
  if (!tonight) return null
  return (
    <>
      <section className="hero">
        <div>
          <p className="eyebrow">{today.format(tonight.time)}</p>
          <h1>{phaseName(tonight.phase)} tonight</h1>
          <p className="lead">
            {litPercent(tonight.phase)}% of the disc is lit. Look up, then write down what you saw.
          </p>
          <Invitation />
        </div>
        <Moon phase={tonight.phase} large />
      </section>
      <section aria-labelledby="week">
        <h2 id="week">The next seven nights</h2>
        <ol className="week">
          {nights.map(({ time, phase }, index) => (
            <li key={time} aria-current={index === 0 ? "date" : undefined}>
              <span>{weekday.format(time)}</span>
              <Moon phase={phase} />
              <small>{litPercent(phase)}%</small>
            </li>
          ))}
        </ol>
      </section>
      <Draft />
    </>
  )
}

function Invitation() {
  const { status, data } = useSession()
  if (status === "loading") return <p className="actions" />
  if (status === "authenticated") {
    return (
      <p className="actions">
        <a className="button primary" href="/journal">
          Open your journal
        </a>
        <span className="soft">Good evening, {data.user?.name ?? "you"}.</span>
      </p>
    )
  }
  return (
    <p className="actions">
      <a className="button primary" href="/sign-in?callbackUrl=%2Fjournal">
        Sign in to your journal
      </a>
      <span className="soft">This page is for everyone. The journal is yours.</span>
    </p>
  )
}
