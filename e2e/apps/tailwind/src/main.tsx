import "./index.css"
import { SessionProvider } from "latchkit/react"
import { createRoot } from "react-dom/client"
import { SignInPage } from "./sign-in.tsx"

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <SessionProvider>
      <SignInPage />
    </SessionProvider>,
  )
}
