import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The app whose files the registry has. Its own test signs a user in with them. */
const SOURCE = join(import.meta.dirname, "../../../e2e/apps/shadcn/src")

const FILES = ["components/sign-in-card.tsx", "components/latchkit.css"]

/** An item of a registry of shadcn/ui. `shadcn add` writes its files into an app. */
export interface RegistryItem {
  readonly $schema: string
  readonly name: string
  readonly type: "registry:component"
  readonly title: string
  readonly description: string
  readonly dependencies: readonly string[]
  readonly registryDependencies: readonly string[]
  readonly files: readonly { path: string; type: "registry:component"; content: string }[]
}

/** Returns the item of the sign-in card. */
export function signInItem(): RegistryItem {
  const files = FILES.map((path) => {
    const content = readFileSync(join(SOURCE, path), "utf8")
    return { path, type: "registry:component" as const, content }
  })
  const text = files.map(({ content }) => content).join("\n")
  return {
    $schema: "https://ui.shadcn.com/schema/registry-item.json",
    name: "sign-in",
    type: "registry:component",
    title: "Sign-in card",
    description: "Signs users in with Latchkit: a password, an emailed code, a passkey, or a provider.",
    dependencies: ["latchkit"],
    registryDependencies: [...text.matchAll(/"@\/components\/ui\/([\w-]+)"/g)].map(([, name = ""]) => name),
    files,
  }
}

/** Returns the registry's files, by their paths on the site: each item, and the list of all. */
export function registryFiles(): Readonly<Record<string, object>> {
  const { $schema: _, files, ...listed } = signInItem()
  const registry = {
    $schema: "https://ui.shadcn.com/schema/registry.json",
    name: "latchkit",
    homepage: "https://github.com/latchkit/latchkit#readme",
    items: [{ ...listed, files: files.map(({ path, type }) => ({ path, type })) }],
  }
  return { "r/sign-in.json": signInItem(), "r/registry.json": registry }
}
