import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import "latchkit/auth.css"
import { SessionProvider } from "latchkit/react"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"

import { App } from "./app.tsx"

const root = document.getElementById("app")
const session = document.getElementById("session")?.textContent
if (!root) throw new Error("The page has no place for the app")

const queryClient = new QueryClient()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {/* The server writes the session or null into the page, so the browser doesn't request it again */}
      <SessionProvider session={session ? JSON.parse(session) : undefined} queryClient={queryClient}>
        <App path={location.pathname} />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
