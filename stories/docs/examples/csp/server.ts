import { randomBytes } from "node:crypto"
import { signInCard, themeCss } from "latchkit/html"
import { GitHub } from "latchkit/providers/github"
import { createAuth } from "latchkit/server"

const theme = { brandColor: "#3f4ad8" }
const auth = createAuth({ siteName: "Acme", theme, providers: [GitHub()] })

/** A sign-in page of your own, under a policy with a nonce. */
export async function signInPage(request: Request): Promise<Response> {
  const nonce = randomBytes(16).toString("base64")
  const { props, cookies } = await auth.signInProps(request)
  const policy = [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`, // auth.css, and the theme below
    "img-src 'self' data: https:", // logos and pictures of users
    "form-action 'self' https:", // a form may redirect to a provider
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ")
  const html = `<!doctype html>
<link rel="stylesheet" href="/auth.css">
<style nonce="${nonce}">${themeCss(theme)}</style>
${signInCard(props)}`
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "private, no-store",
  })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(html, { headers })
}
