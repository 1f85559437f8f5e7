import type { Outcome } from "../request/outcome.ts"
import { findAsset } from "./render.ts"
import { themeFile } from "./theme.ts"
import { RejectedRequest } from "../../errors.ts"
import type { ActionContext } from "../request/action-context.ts"

/** `GET assets/<name>`: the pages' stylesheet and script. Their names change with their content. */
export async function showAsset({ target, settings }: ActionContext): Promise<Outcome> {
  const asset = target === undefined ? undefined : await findAsset(target, settings)
  if (!asset) throw new RejectedRequest(404, "There is no such asset")
  return { kind: "asset", ...asset }
}

/**
 * `GET theme.css`: the app's theme, for pages of its own. They link a fixed URL, so a browser may keep it for five
 * minutes only and then asks whether it changed. In development it asks each time.
 */
export async function showTheme({ settings, request }: ActionContext): Promise<Outcome> {
  const { body, etag } = await themeFile(settings)
  const headers = {
    etag,
    "cache-control": settings.production ? "public, max-age=300, stale-while-revalidate=86400" : "no-cache",
    // Another origin of the app may link it: it has colors and sizes only
    "cross-origin-resource-policy": "cross-origin",
  }
  const etags = request.headers
    .get("if-none-match")
    ?.split(",")
    .some((tag) => tag.trim().replace(/^W\//, "") === etag)
  return etags
    ? { kind: "empty", status: 304, headers }
    : { kind: "asset", type: "text/css; charset=utf-8", body, headers }
}
