import { Account as AccountCard, useSession } from "latchkit/react"
import { markOf } from "latchkit/marks"

/** The account page: the profile, sign-in methods, two-step verification and devices. */
export function Account() {
  const { status } = useSession({ required: true })
  if (status === "loading") return null
  return (
    <section className="sheet wide">
      <AccountCard
        callbackUrl="/account"
        marks={markOf}
        theme={{ brandColor: "#2b4bd6" }}
        error={new URLSearchParams(location.search).get("error") ?? undefined}
      />
    </section>
  )
}
