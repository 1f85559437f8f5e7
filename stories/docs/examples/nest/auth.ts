export { auth } from "../auth.ts"
