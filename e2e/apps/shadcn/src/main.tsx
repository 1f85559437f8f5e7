import "./index.css"
import { SessionProvider } from "latchkit/react"
import { createRoot } from "react-dom/client"
import { SignInCard } from "@/components/sign-in-card"
import { SignInPage } from "@/sign-in"

const dark = matchMedia("(prefers-color-scheme: dark)")
document.documentElement.classList.toggle("dark", dark.matches)

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <SessionProvider>
      <main className="grid min-h-dvh place-items-center p-4">
        {location.pathname === "/own" ? <SignInCard /> : <SignInPage />}
      </main>
    </SessionProvider>,
  )
}
