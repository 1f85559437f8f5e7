import { SignIn as SignInCard, type SignInProps } from "latchkit/react"
import { useRef } from "react"

import { Moon } from "../moon-disc.tsx"
import { litPercent, nightsFrom, phaseName } from "../moon.ts"
import { pageData } from "../page-data.ts"

interface Person {
  name: string
  email: string
  password: string
}

interface SignInData {
  card: SignInProps
  people: Person[]
}

/** The app's own sign-in page: the kit's card, and the demo's users. */
export function SignIn() {
  const { card, people } = pageData<SignInData>()
  const place = useRef<HTMLDivElement>(null)
  const hasPasswords = card.providers?.some(({ type }) => type === "credentials")
  return (
    <section className="entrance">
      <Pitch />
      <div className="entry" ref={place}>
        <SignInCard {...card} notice={undefined} />
        {hasPasswords && (
          <div className="people">
            <h2>Just looking?</h2>
            <p className="soft">Pick a demo account, and its password is filled in.</p>
            {people.map((person) => (
              <button key={person.email} className="button" onClick={() => fillIn(place.current, person)}>
                {person.name}
              </button>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

/** Fills in the password form, and moves the focus to its button. */
function fillIn(place: HTMLElement | null, { email, password }: Person): void {
  const form = place?.querySelector<HTMLInputElement>("input[type=password]")?.form
  const fields = form?.querySelectorAll<HTMLInputElement>("input:not([type=hidden], [type=checkbox])") ?? []
  for (const field of fields) field.value = field.type === "password" ? password : email
  form?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus()
}

function Pitch() {
  const [tonight] = nightsFrom(Date.now(), 1)
  if (!tonight) return null
  return (
    <div className="pitch">
      <Moon phase={tonight.phase} large />
      <p className="pitch-title">Your nights, kept.</p>
      <p className="lead">
        {phaseName(tonight.phase)} tonight, {litPercent(tonight.phase)}% lit. Write down what you see before it sets.
      </p>
    </div>
  )
}
