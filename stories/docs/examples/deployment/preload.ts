import { sessionPreload, type ViteManifest } from "latchkit/server"

/** Adds the header to a page that is rendered without a session. */
export function preloadSession(page: Response, manifest?: ViteManifest): Response {
  page.headers.append("link", sessionPreload({ basePath: "/auth", manifest }))
  return page
}
