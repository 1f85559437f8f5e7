export { config } from "../../../frameworks/site/config.ts"
