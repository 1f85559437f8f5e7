import { createRoot, hydrateRoot } from "react-dom/client"
import { prepare } from "./case.ts"
import { App } from "./react.tsx"

const { root, shown } = prepare()
if (root.hasChildNodes()) hydrateRoot(root, <App {...shown} />)
else createRoot(root).render(<App {...shown} />)
