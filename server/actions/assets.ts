import type { Outcome } from "../http/outcome.ts"
import { assetNamed } from "../pages/render.ts"
import { Refusal } from "../errors.ts"
import type { Routed } from "../sessions/action-context.ts"

/** `GET assets/<name>`: the pages' stylesheet and script, under names that change with their content. */
export async function asset({ target, settings }: Routed): Promise<Outcome> {
  const found = target === undefined ? undefined : await assetNamed(target, settings)
  if (!found) throw new Refusal(404, "There is no such asset")
  return { kind: "asset", ...found }
}
