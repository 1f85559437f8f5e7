import type { NextRequest } from "next/server.js"
import { useState } from "react"

/** The app without sign-in: a route of Next, and a component. */
export const GET = (request: NextRequest) => new Response(request.nextUrl.pathname)

export function Counter() {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{count}</button>
}
