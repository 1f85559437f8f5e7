/** The parts of a Vite manifest (`build.manifest`) that {@link sessionPreload} reads. */
export interface ViteManifest {
  readonly [source: string]: { readonly file: string; readonly isEntry?: boolean; readonly imports?: readonly string[] }
}

/** Options of {@link sessionPreload}. */
export interface SessionPreloadOptions {
  /** The base path of Latchkit. @default "/auth" */
  basePath?: string | undefined
  /** Latchkit's origin, if it differs from the page's. */
  baseUrl?: string | undefined
  /** The manifest that Vite wrote with `build.manifest`. With it, the browser also loads the session store's script. */
  manifest?: ViteManifest | undefined
  /** The public path of Vite's files, as in its option `base`. @default "/" */
  base?: string | undefined
}

/**
 * Returns a `Link` header for pages that are rendered without a session. With it the browser requests the session as
 * soon as it has the page's headers, instead of after the app's scripts have run. Each tab then sends its own request.
 *
 * @example
 *   response.headers.append("link", sessionPreload())
 *
 * @see [Link type "preload"](https://html.spec.whatwg.org/multipage/links.html#link-type-preload)
 */
export function sessionPreload(options: SessionPreloadOptions = {}): string {
  const { basePath = "/auth", baseUrl = "", manifest = {}, base = "/" } = options
  const url = `${baseUrl.replace(/\/$/, "")}${basePath.replace(/\/$/, "")}/session`
  const crossorigin = baseUrl ? "crossorigin=use-credentials" : "crossorigin" // must match the client's own request
  const scripts = [...storeScripts(manifest)].map((file) => `<${base}${file}>; rel=modulepreload`)
  return [`<${url}>; rel=preload; as=fetch; ${crossorigin}`, ...scripts].join(", ")
}

/** Returns the scripts of the session store. The page itself loads its entry. */
function storeScripts(manifest: ViteManifest): Set<string> {
  const files = new Set<string>()
  const sources = new Set(Object.keys(manifest).filter((source) => source.endsWith(STORE)))
  // Iterating a set includes the elements that are added meanwhile
  for (const source of sources) {
    const chunk = manifest[source]
    if (!chunk || chunk.isEntry) continue
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) sources.add(imported)
  }
  return files
}

const STORE = "/client/core/full-client.js"
