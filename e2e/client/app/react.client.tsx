import { createRoot, hydrateRoot } from "react-dom/client"

import { watchOptions, prepare } from "./prepare.ts"
import { App } from "./react.tsx"

const { root, options } = prepare()
const app = (changed = {}) => <App {...options} {...changed} />
const reactRoot = root.hasChildNodes() ? hydrateRoot(root, app()) : createRoot(root)
if (!root.hasChildNodes()) reactRoot.render(app())
watchOptions((changed) => reactRoot.render(app(changed)))
