import { Account as AccountCard, useSession } from "latchkit/react"
import { markOf } from "latchkit/marks"

/** The account page: the profile, sign-in methods, two-step verification and devices. */
export function Account() {
  const { status, data } = useSession({ required: true })
  if (status === "loading") return null
  return (
    <section className="sheet wide">
      <AccountCard
        callbackUrl="/account"
        marks={markOf}
        error={new URLSearchParams(location.search).get("error") ?? undefined}
      />
      {data?.bound && <p className="soft">This session is bound to this device: a copied cookie stops working.</p>}
    </section>
  )
}
