import { renderToString } from "react-dom/server"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { App } from "./react.tsx"

export const render = (options: AuthClientOptions) => renderToString(<App {...options} />)
