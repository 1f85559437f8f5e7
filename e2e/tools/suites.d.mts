export declare const SUITES: readonly { files: string; run: "each" | "both" | "long"; why: string }[]
export declare const LONG_FILES: readonly string[]
export declare const LONG: Readonly<Record<string, string>>
