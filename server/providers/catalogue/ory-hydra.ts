import { OryHydra } from "./hydra.ts"

export { OryHydra }
export default OryHydra
