import { createServer } from "node:http"
import { createQwikCity } from "@builder.io/qwik-city/middleware/node"
import qwikCityPlan from "@qwik-city-plan"
import render from "./entry.ssr.tsx"

const { PORT = "4105", AUTH_URL } = process.env
const site = new URL(AUTH_URL || `http://localhost:${PORT}`)
const { router, notFound, staticFile } = createQwikCity({
  render,
  qwikCityPlan,
  static: { root: new URL("../client/", import.meta.url).pathname },
  origin: site.origin, // the Host header isn't trusted
})

// Qwik City reads a page's URL from these headers. Behind a proxy, the proxy must set or drop them
const FORWARDED = ["x-forwarded-host", "x-forwarded-proto"]

// A provider that posts its response does so from its own origin. The catch-all route lies over this path, so Qwik's CSRF check comes
// before Latchkit and rejects the form. Latchkit itself checks that the response belongs to a sign-in of this browser
const FORM_POSTS = new Set(["/auth/callback/people"])

createServer((request, response) => {
  for (const name of FORWARDED) delete request.headers[name]
  const failed = () => void response.writeHead(500).end()
  const missing = () => notFound(request, response, failed)
  const [path = ""] = request.url?.split("?") ?? []
  if (/[\\/]{2}/.test(path)) return missing() // Qwik City would normalize it to another path
  if (request.method === "POST" && FORM_POSTS.has(path)) request.headers.origin = site.origin
  staticFile(request, response, () => router(request, response, missing))
}).listen(Number(PORT), "localhost", () => console.log(`Harbour is at http://localhost:${PORT}`))
