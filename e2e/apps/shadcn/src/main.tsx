import "./index.css"
import { SessionProvider } from "latchkit/react"
import { createRoot } from "react-dom/client"
import { OwnSignIn } from "@/own-sign-in"
import { SignInPage } from "@/sign-in"

const dark = matchMedia("(prefers-color-scheme: dark)")
document.documentElement.classList.toggle("dark", dark.matches)

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <SessionProvider>
      <main className="grid min-h-dvh place-items-center p-4">
        {location.pathname === "/own" ? <OwnSignIn /> : <SignInPage />}
      </main>
    </SessionProvider>,
  )
}
