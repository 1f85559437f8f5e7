import { auth } from "../auth.ts"

export default async function Home() {
  const session = await auth()
  return (
    <>
      <h1>Everybody can read this</h1>
      <p>{session ? `Signed in as ${session.user?.name ?? session.user?.email}.` : "You are signed out."}</p>
    </>
  )
}
