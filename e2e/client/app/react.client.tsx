import { createRoot, hydrateRoot } from "react-dom/client"

import { onOptions, prepare } from "./prepare.ts"
import { App } from "./react.tsx"

const { root, options } = prepare()
const app = (changed = {}) => <App {...options} {...changed} />
const reactRoot = root.hasChildNodes() ? hydrateRoot(root, app()) : createRoot(root)
if (!root.hasChildNodes()) reactRoot.render(app())
onOptions((changed) => reactRoot.render(app(changed)))
