import { parseSetCookie } from "cookie"

/** Cookies of a browser, by name. */
export type CookieJarMap = Map<
  string,
  { value: string; httpOnly?: boolean; secure?: boolean; sameSite?: unknown; path?: string }
>

/** The part of Latchkit that {@link cookieClient} calls. */
export interface RequestHandler {
  handle(request: Request): Promise<Response>
}

/** The argument of `new Headers`. Node's types don't name it. */
type HeadersLike = ConstructorParameters<typeof Headers>[0]

/** Simulates a browser: keeps cookies, follows no redirect, and sends each request through the public handler. */
export function cookieClient(auth: RequestHandler, jar: CookieJarMap = new Map(), base = "https://app.test/auth") {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set("cookie", cookieHeader())
    const response = await auth.handle(new Request(path.startsWith("http") ? path : base + path, { ...init, headers }))
    return receive(response)
  }
  const receive = (response: Response): Response => {
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }
  const keep = (line: string) => {
    const cookie = parseSetCookie(line)
    if (!cookie) return
    const { name, value = "", maxAge, expires, ...attributes } = cookie
    const gone = maxAge === 0 || (maxAge === undefined && expires !== undefined && expires.getTime() < 0)
    if (gone) jar.delete(name)
    else jar.set(name, { value, ...attributes })
  }
  const cookieHeader = () => [...jar].map(([name, { value }]) => `${name}=${encodeURIComponent(value)}`).join("; ")
  const get = (path: string, headers: HeadersLike = {}) => send(path, { headers })
  const post = (path: string, fields: Record<string, string>, headers: HeadersLike = {}) =>
    send(path, { method: "POST", body: new URLSearchParams(fields), headers })
  const postJson = (path: string, body: unknown, headers: HeadersLike = {}) =>
    send(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...Object.fromEntries(new Headers(headers)) },
    })
  const csrfToken = async (): Promise<string> =>
    ((await (await get("/csrf")).json()) as { csrfToken: string }).csrfToken // the shape of the response
  return {
    jar,
    send,
    /** Keeps the cookies of a response that another program got. */
    receive,
    get,
    post,
    postJson,
    csrfToken,
    cookieHeader,
    /** Returns a request of this browser to a page of the app. */
    request: (path: string): Request => new Request(new URL(path, base), { headers: { cookie: cookieHeader() } }),
    cookie: (name: string) => jar.get(name),
    /** Posts a credentials form, with its CSRF token. */
    signInWith: async (provider: string, fields: Record<string, string>, headers: HeadersLike = {}) =>
      post(`/callback/${provider}`, { csrfToken: await csrfToken(), ...fields }, headers),
  }
}
