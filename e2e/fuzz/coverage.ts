import { Session, type Profiler } from "node:inspector"

/** Measures which parts of the code an input runs. */
export interface Coverage {
  /** Returns how many parts ran for the first time since the last call. */
  countNew(): Promise<number>
  /** Returns how many parts ran at all. */
  total(): number
  stop(): void
}

// Latchkit's own code, and the libraries that parse for it
const MEASURED = /\/(server|components|client)\/|\/node_modules\/(oauth4webapi|jose|cookie|valibot|@simplewebauthn)\//

/** Starts V8's precise coverage of blocks, in this process. */
export async function startCoverage(): Promise<Coverage> {
  const session = new Session()
  session.connect()
  const post = <T>(method: string, parameters: object = {}) =>
    new Promise<T>((resolve, reject) => {
      session.post(method, parameters, (error: Error | null, result: unknown) =>
        error ? reject(error) : resolve(result as T),
      ) // the protocol's result
    })
  await post("Profiler.enable")
  await post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
  const seen = new Set<string>()
  return {
    async countNew() {
      const { result } = await post<Profiler.TakePreciseCoverageReturnType>("Profiler.takePreciseCoverage")
      const before = seen.size
      for (const { url, scriptId, functions } of result) {
        if (!MEASURED.test(url)) continue
        for (const { ranges } of functions)
          for (const { startOffset, endOffset, count } of ranges)
            if (count > 0) seen.add(`${scriptId}:${startOffset}:${endOffset}`)
      }
      return seen.size - before
    },
    total: () => seen.size,
    stop: () => session.disconnect(),
  }
}
