import type { Outcome } from "../http/outcome.ts"
import { findAsset } from "../sign-in/pages/render.ts"
import { RejectedRequest } from "../errors.ts"
import type { ActionContext } from "../sessions/action-context.ts"

/** `GET assets/<name>`: the pages' stylesheet and script. Their names change with their content. */
export async function showAsset({ target, settings }: ActionContext): Promise<Outcome> {
  const found = target === undefined ? undefined : await findAsset(target, settings)
  if (!found) throw new RejectedRequest(404, "There is no such asset")
  return { kind: "asset", ...found }
}
