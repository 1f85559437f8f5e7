import { createServer } from "node:http"
import { createQwikCity } from "@builder.io/qwik-city/middleware/node"
import qwikCityPlan from "@qwik-city-plan"
import render from "./entry.ssr.tsx"

const { PORT = "4105", AUTH_URL = `http://localhost:${PORT}` } = process.env
const { router, notFound, staticFile } = createQwikCity({
  render,
  qwikCityPlan,
  static: { root: new URL("../client/", import.meta.url).pathname },
  origin: new URL(AUTH_URL).origin, // whatever host a request names
})

createServer((request, response) => {
  const failed = () => void response.writeHead(500).end()
  const missing = () => notFound(request, response, failed)
  const [path = ""] = request.url?.split("?") ?? []
  if (/[\\/]{2}/.test(path)) return missing() // Qwik City would read it as another path
  staticFile(request, response, () => router(request, response, missing))
}).listen(Number(PORT), "localhost", () => console.log(`Harbour is at http://localhost:${PORT}`))
