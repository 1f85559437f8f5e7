/** The version of this site, and the others beside it. */
declare const __VERSIONS__: import("../versions.ts").Versions
