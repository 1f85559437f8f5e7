import "latchkit/auth.css"
import { SessionProvider } from "latchkit/react"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"

import { App } from "./app.tsx"

const root = document.getElementById("app")
const session = document.getElementById("session")?.textContent
if (!root) throw new Error("The page has no place for the app")

createRoot(root).render(
  <StrictMode>
    {/* the server wrote the session into the page, null included, so that nobody asks for it again */}
    <SessionProvider session={session ? JSON.parse(session) : undefined}>
      <App path={location.pathname} />
    </SessionProvider>
  </StrictMode>,
)
