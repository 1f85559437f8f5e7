import { getCsrfToken, getProviders, getSession, SessionProvider, signIn, signOut, useSession } from "next-auth/react"
import { createRoot } from "react-dom/client"

const client = { getCsrfToken, getProviders, getSession, signIn, signOut }

declare global {
  interface Window {
    nextAuth4: typeof client
  }
}
window.nextAuth4 = client

function Who() {
  const required = new URLSearchParams(location.search).has("required")
  const { data, status, update } = useSession({ required })
  return (
    <>
      <h1>{`${status}: ${data?.user?.name ?? "nobody"}`}</h1>
      <button onClick={() => void update({ name: "Ada King" })}>Rename</button>
    </>
  )
}

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <SessionProvider>
      <Who />
    </SessionProvider>,
  )
}
