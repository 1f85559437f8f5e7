type Values = ReadonlyMap<object, unknown>

/** What is used of AsyncLocalStorage. */
interface Storage {
  getStore(): Values | undefined
  run<T>(values: Values, run: () => T): T
}

type StorageClass = new () => Storage

interface Runtime {
  AsyncLocalStorage?: StorageClass
  process?: { getBuiltinModule?: (id: string) => { AsyncLocalStorage?: StorageClass } | undefined }
}

const memo: { storage?: Storage } = {} // made with the first value: until then a lookup costs one comparison

/** Returns the value that {@link withAmbient} set for `key` around the present call, or `undefined`. */
export function ambient<Value extends object>(key: object): Value | undefined {
  return memo.storage?.getStore()?.get(key) as Value | undefined // what `withAmbient` was given for this key
}

/** Runs `run`, in which {@link ambient} returns `value` for `key`, also after each `await`. */
export function withAmbient<T>(key: object, value: object, run: () => T): T {
  const Storage = storageClass()
  if (!Storage) throw new TypeError("This runtime has no AsyncLocalStorage")
  const storage = (memo.storage ??= new Storage())
  return storage.run(new Map([...(storage.getStore() ?? []), [key, value]]), run)
}

/** Returns whether this runtime has AsyncLocalStorage, which {@link withAmbient} requires. */
export function hasAmbient(): boolean {
  return storageClass() !== undefined
}

// Looked up at run time, so that a bundle for another runtime has no import of it
function storageClass(): StorageClass | undefined {
  const { AsyncLocalStorage: own, process } = globalThis as Runtime
  if (own) return own
  try {
    return process?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage
  } catch {
    return undefined // Next's Edge runtime has the function, which throws
  }
}
