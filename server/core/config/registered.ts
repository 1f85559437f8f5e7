/** A configuration that an integration was created with. */
export interface RegisteredConfiguration {
  config: unknown
  /** The integration's own base path. */
  basePath: string | undefined
}

const LIST = Symbol.for("latchkit.configurations")
const holder = globalThis as { [LIST]?: RegisteredConfiguration[] }

/** Adds a configuration to the list of the command-line tools, if one of them loads the app. */
export function registerConfiguration(config: unknown, basePath: string | undefined): void {
  holder[LIST]?.push({ config, basePath })
}

/** Collects the configurations of integrations that are created from now on. */
export function collectConfigurations(): readonly RegisteredConfiguration[] {
  return (holder[LIST] ??= [])
}
