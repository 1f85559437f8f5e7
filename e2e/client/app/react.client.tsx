import { createRoot, hydrateRoot } from "react-dom/client"

import { prepare } from "./prepare.ts"
import { App } from "./react.tsx"

const { root, options } = prepare()
if (root.hasChildNodes()) hydrateRoot(root, <App {...options} />)
else createRoot(root).render(<App {...options} />)
