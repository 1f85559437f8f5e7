export type * as Route from "./route.ts"
