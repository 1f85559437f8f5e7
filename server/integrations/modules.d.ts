// Next has no `exports`, so TypeScript finds this module only by its name with an extension
declare module "next/navigation" {
  export * from "next/navigation.js"
}

// Next's compiler inserts it
declare namespace NodeJS {
  interface ProcessEnv {
    /** `basePath` of `next.config.ts`: `/shop`, or "" at the root. */
    readonly __NEXT_ROUTER_BASEPATH?: string
  }
}

// SvelteKit creates these modules in an app
declare module "$env/dynamic/private" {
  export const env: Readonly<Record<string, unknown>>
}
declare module "$app/paths" {
  export const base: string | undefined // version 2
}
