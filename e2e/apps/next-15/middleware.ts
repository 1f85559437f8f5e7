export { auth as middleware } from "./auth.ts"

export const config = { matcher: ["/((?!_next/static|api/auth).*)"], runtime: "nodejs" }
