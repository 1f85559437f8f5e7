import { createServer } from "node:http"
import { createQwikCity } from "@builder.io/qwik-city/middleware/node"
import qwikCityPlan from "@qwik-city-plan"
import render from "./entry.ssr.tsx"

const port = Number(process.env["PORT"] ?? 4105)
const root = new URL("../client/", import.meta.url).pathname
const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan, static: { root } })

createServer((request, response) => {
  const failed = () => void response.writeHead(500).end()
  staticFile(request, response, () => router(request, response, () => notFound(request, response, failed)))
}).listen(port, "localhost", () => console.log(`Harbour is at http://localhost:${port}`))
