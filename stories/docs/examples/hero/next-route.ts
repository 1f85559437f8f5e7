import { handlers } from "./next.ts"

export const { GET, POST } = handlers
