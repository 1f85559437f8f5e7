import type * as all from "./message-names.ts"

/** Returns none: the names would be the whole English catalog. TypeScript and `latchkit doctor` check them. */
export const unknownMessages: typeof all.unknownMessages = () => Promise.resolve([])
