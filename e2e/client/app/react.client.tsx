import { createRoot, hydrateRoot } from "react-dom/client"

import { getSession } from "../../../client/client.ts"
import { signIn } from "../../../client/sign-in.ts"
import { signOut } from "../../../client/sign-out.ts"
import { App } from "./react.tsx"

const root = document.querySelector("#root")
const options = JSON.parse(document.documentElement.dataset["options"] ?? "{}")
if (root?.hasChildNodes()) hydrateRoot(root, <App {...options} />)
else if (root) createRoot(root).render(<App {...options} />)
Object.assign(window, { latchkit: { signIn, signOut, getSession } })
