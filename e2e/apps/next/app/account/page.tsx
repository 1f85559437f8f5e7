import { leaveElsewhere, rename } from "../actions.ts"
import { requireMember } from "../members-only.ts"

export default async function Account() {
  const { user, expires } = await requireMember("/account")
  return (
    <>
      <h1>{user?.name ?? user?.email}</h1>
      <p>{user?.email}</p>
      <p>
        Signed in until <time dateTime={expires}>{new Date(expires).toUTCString()}</time>
      </p>
      <form className="site-form" action={rename}>
        <label>
          Your name <input name="name" defaultValue={user?.name ?? ""} autoComplete="name" maxLength={80} required />
        </label>
        <button className="site-button" data-primary>
          Save
        </button>
      </form>
      <form className="site-form" action={leaveElsewhere}>
        <button className="site-button">Sign out other browsers</button>
      </form>
    </>
  )
}
