import { createRoot } from "react-dom/client"
import { App } from "../../stories/docs/examples/another-origin/app.tsx"

const { dataset } = document.documentElement
const root = document.querySelector("#root")
if (root) createRoot(root).render(<App api={dataset["api"] ?? ""} />)
