interface WithOwnSettings {
  readonly own: Readonly<Record<string, unknown>>
}

/** The settings that belong to one feature. No other code reads them. */
export interface OwnSettings<Options, Own> {
  /** Returns what follows from the options, or `undefined` if the feature is off. */
  read(options: Options): Own | undefined
  /** Returns the feature's settings in a configuration, or `undefined` if the feature is off. */
  of(settings: WithOwnSettings): Own | undefined
}

/** Declares the settings of the feature in this folder of `server/features`. */
/* @__NO_SIDE_EFFECTS__ */
export function ownSettings<Options, Own>(
  name: string,
  read: (options: Options) => Own | undefined,
): OwnSettings<Options, Own> {
  return { read, of: ({ own }) => own[name] as Own | undefined } // only `read` writes this entry
}
