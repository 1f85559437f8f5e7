import { createServer } from "node:http"

// On a real site the proxy that ends https says so. On a plain http localhost nobody does, and adapter-node takes the
// site for an https one, whose own forms then come from another origin.
process.env["PROTOCOL_HEADER"] = "x-forwarded-proto"
const { handler } = await import("./dist/handler.js")

createServer((request, response) => {
  request.headers["x-forwarded-proto"] ??= "http"
  handler(request, response)
}).listen(Number(process.env["PORT"] ?? 4103), "localhost")
