import { Router } from "@solidjs/router"
import { FileRoutes } from "@solidjs/start/router"
import { Layout } from "./layout.tsx"
import "latchkit/auth.css"
import "../../../frameworks/site/site.css"

export default function App() {
  return (
    <Router root={Layout}>
      <FileRoutes />
    </Router>
  )
}
