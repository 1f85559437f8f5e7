import { signIn, signOut, useAccounts } from "latchkit/react"

export function Switcher() {
  const { accounts, canAdd, switchTo, signOut: signOutOne } = useAccounts()
  if (!accounts) return <p>Loading…</p>
  return (
    <ul>
      {accounts.map(({ id, name, email, active }) => (
        <li key={id}>
          {name ?? email}
          {!active && <button onClick={() => switchTo(id)}>Switch</button>}
          <button onClick={() => signOutOne(id)}>Sign out</button>
        </li>
      ))}
      {canAdd && <button onClick={() => signIn()}>Add another account</button>}
      <button onClick={() => signOut()}>Sign out of all accounts</button>
    </ul>
  )
}
