import { Account as AccountCard, useSession } from "latchkit/react"
import { markOf } from "latchkit/marks"
import { useState } from "react"

import type { NightbookSession } from "../../server/auth.ts"

/** The account page: sign-in methods, devices and the display name. */
export function Account() {
  const { data, status } = useSession<NightbookSession>({ required: true })
  if (status === "loading") return null
  const { name } = data.user
  return (
    <section className="sheet wide">
      <AccountCard
        key={name}
        callbackUrl="/account"
        marks={markOf}
        theme={{ brandColor: "#2b4bd6" }}
        error={new URLSearchParams(location.search).get("error") ?? undefined}
      />
      <Rename name={name ?? ""} />
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
      <label htmlFor="name">Display name</label>
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
