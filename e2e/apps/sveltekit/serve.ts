import { createServer } from "node:http"

// In production, the proxy that terminates TLS sets the protocol header. Without it, adapter-node assumes https. On
// http://localhost the site's own forms would then come from another origin.
process.env["PROTOCOL_HEADER"] = "x-forwarded-proto"
const { handler } = await import("./dist/handler.js")

createServer((request, response) => {
  request.headers["x-forwarded-proto"] ??= "http"
  handler(request, response)
}).listen(Number(process.env["PORT"] ?? 4103), "localhost")
