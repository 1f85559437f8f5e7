/** The promise that a function may return. */
type MayPromise<Own> = Own extends (...values: never[]) => infer Result ? Extract<Result, PromiseLike<unknown>> : never

/** The functions of a module that can wait until it is loaded. */
type AsyncName<Module> = {
  [Name in keyof Module]: [MayPromise<Module[Name]>] extends [never] ? never : Name
}[keyof Module]

type Lazily<Own> = Own extends (...values: infer Values) => infer Result
  ? (...values: Values) => Result | Promise<Awaited<Result>>
  : never

/**
 * Returns a function of a module that its first call loads. Later calls go straight to the function, because each
 * `import()` takes microseconds, and because it may return its result at once.
 *
 * @example
 * const openAccount = lazy(() => import("./open-account.ts"), "openAccount")
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Module, Name extends AsyncName<Module>>(
  load: () => Promise<Module>,
  name: Name,
): Lazily<Module[Name]> {
  const loaded: { own?: (...values: unknown[]) => unknown } = {}
  const call = (...values: unknown[]) =>
    loaded.own
      ? loaded.own(...values)
      : load().then((module) => (loaded.own ??= module[name] as typeof call)(...values))
  return call as Lazily<Module[Name]>
}
