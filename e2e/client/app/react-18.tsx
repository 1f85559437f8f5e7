import { useState, version } from "react"
import { SessionProvider, SignIn, UserButton, useSession, type SignInProps } from "../../../components/react/index.ts"

const Who = () => {
  const { status, data } = useSession()
  return <p id="who">{`${status}: ${data?.user?.name ?? "nobody"}`}</p>
}

/** A session, and a sign-in card with a function as `action`. */
export function App({ card }: { card: SignInProps }) {
  const [sent, setSent] = useState("nothing")
  const send = (form: FormData) => setSent(JSON.stringify(Object.fromEntries(form)))
  return (
    <SessionProvider session={{ user: { name: "Ada" }, expires: "2100-01-01T00:00:00.000Z" }}>
      <h1>React {version}</h1>
      <Who />
      <UserButton />
      <SignIn {...card} action={send} />
      <output>{sent}</output>
    </SessionProvider>
  )
}
