import { renderToReadableStream } from "react-dom/server.browser"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { App } from "./react.tsx"

/** A boundary that the server can't render is left to the browser, and logged nowhere. */
export const render = async (options: AuthClientOptions) =>
  new Response(await renderToReadableStream(<App {...options} />, { onError: () => {} })).text()
