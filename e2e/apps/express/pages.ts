import type { Session } from "latchkit/server"

type MaybeSession = Session | null | undefined

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }
const escape = (text: unknown) => String(text ?? "").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")

const displayName = (session: MaybeSession) => escape(session?.user?.name ?? session?.user?.email)

function page(title: string, session: MaybeSession, main: string): string {
  const menu = session
    ? `<span>${displayName(session)}</span>
<form method="post" action="/logout"><input type="hidden" name="redirectTo" value="/"><button class="site-button">Sign out</button></form>`
    : `<a href="/login">Sign in</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Harbour</title>
<link rel="stylesheet" href="/site.css">
</head>
<body>
<header class="site-header">
<nav><a href="/">Home</a><a href="/protected">Protected</a><a href="/account">Account</a></nav>
<div class="site-user">${menu}</div>
</header>
<main class="site-main">${main}</main>
</body>
</html>`
}

export function homePage(session: MaybeSession): string {
  const state = session ? `Signed in as ${displayName(session)}.` : "You are signed out."
  return page("Home", session, `<h1>Everybody can read this</h1><p>${state}</p>`)
}

export function protectedPage(session: MaybeSession): string {
  return page("Protected", session, "<h1>Members only</h1><p>The tide turns at noon.</p>")
}

export function accountPage(session: MaybeSession, csrfToken = ""): string {
  return page(
    "Account",
    session,
    `<h1>${displayName(session)}</h1>
<p>${escape(session?.user?.email)}</p>
<form class="site-form" method="post" action="/account">
<label>Your name <input name="name" value="${displayName(session)}" autocomplete="name" maxlength="80" required></label>
<button class="site-button" data-primary>Save</button>
</form>
<form class="site-form" method="post" action="/auth/account">
<input type="hidden" name="csrfToken" value="${csrfToken}">
<input type="hidden" name="change" value="revoke-other-sessions">
<input type="hidden" name="callbackUrl" value="/account">
<button class="site-button">Sign out other browsers</button>
</form>`,
  )
}

export function cardPage(title: string, session: MaybeSession, card: string): string {
  return page(title, session, `<div class="site-card">${card}</div>`)
}

export function passwordPage(session: MaybeSession, { redirectTo = "", email = "", sentence = "" }): string {
  return page(
    "Sign in with a password",
    session,
    `<h1>Sign in with a password</h1>
<form class="site-form" method="post" action="/password">
<input type="hidden" name="providerId" value="credentials">
<input type="hidden" name="redirectTo" value="${escape(redirectTo)}">
${sentence && `<p class="site-alert" role="alert">${escape(sentence)}</p>`}
<label>Email <input name="email" type="email" value="${escape(email)}" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button class="site-button" data-primary>Sign in</button>
</form>`,
  )
}
