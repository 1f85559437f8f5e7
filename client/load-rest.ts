import { RequestError } from "./http.ts"

/** Loads what the first paint does not need. @throws {RequestError} */
export const loadRest = () =>
  import("./rest.ts").catch((cause: unknown) => {
    throw new RequestError("script", undefined, cause)
  })
