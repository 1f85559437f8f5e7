// Next has no `exports`, so TypeScript finds this module only by its name with an extension
declare module "next/navigation" {
  export * from "next/navigation.js"
}
