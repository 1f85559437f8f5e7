export { handle } from "./sveltekit.ts"
