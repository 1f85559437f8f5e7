import { signOut, useSession } from "latchkit/react"
import { useState } from "react"

import type { NightbookSession } from "../../server/auth.ts"
import { initials } from "../header.tsx"

const when = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" })

/** Who is signed in and until when; a new name goes into the session. */
export function Account() {
  const { data, status } = useSession<NightbookSession>({ required: true })
  if (status === "loading") return null
  const { name, email } = data.user
  const rows = [
    ["Email", email ?? "None"],
    ["Session ends", when.format(new Date(data.expires))],
  ]
  return (
    <section className="sheet">
      <div className="person">
        <span className="avatar large" aria-hidden="true">
          {initials(name ?? email ?? "You")}
        </span>
        <div>
          <h1>{name ?? email}</h1>
          <p className="soft">{name && email}</p>
        </div>
      </div>
      <Rename name={name ?? ""} />
      <section className="card" aria-labelledby="session-heading">
        <h2 id="session-heading">This session</h2>
        <dl>
          {rows.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <button className="button" onClick={() => void signOut({ redirectTo: "/" })}>
        Sign out of Nightbook
      </button>
    </section>
  )
}

const SAID = {
  idle: "",
  saving: "Saving …",
  saved: "Saved. Your other tabs know it too.",
  failed: "That was not saved. Try again.",
}

function Rename({ name }: { name: string }) {
  const { update } = useSession()
  const [state, setState] = useState<keyof typeof SAID>("idle")
  const save = async (form: FormData) => {
    setState("saving")
    const session = await update({ name: form.get("name") }).catch(() => null)
    setState(session ? "saved" : "failed")
  }
  return (
    <form className="card" action={save}>
      <h2>Your name</h2>
      <label htmlFor="name">How Nightbook calls you</label>
      <div className="row">
        <input key={name} id="name" name="name" defaultValue={name} maxLength={80} required autoComplete="name" />
        <button className="button primary" aria-busy={state === "saving"}>
          Save
        </button>
      </div>
      <p role="status" className="soft">
        {SAID[state]}
      </p>
    </form>
  )
}
