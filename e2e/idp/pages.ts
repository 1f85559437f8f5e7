import { PEOPLE, type Person } from "./people.ts"
import { STYLE } from "./style.ts"

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="issuer"><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><circle cx="15" cy="15" r="5.5"/></svg>People</p>
${body}
</main>
<p class="foot">A practice identity provider. Nobody’s real account is here.</p>
</body>
</html>`
}

function initials({ given_name, family_name }: Person): string {
  return `${given_name.charAt(0)}${family_name.charAt(0)}`
}

function personButton(person: Person): string {
  return `<li><button class="person" name="sub" value="${person.sub}">
<span class="avatar" aria-hidden="true">${initials(person)}</span>
<span><strong>${escape(person.name)}</strong><small>${escape(person.email)}</small></span>
</button></li>`
}

function cancelForm(uid: string): string {
  return `<form method="post" action="/interaction/${uid}/cancel"><button class="quiet">Cancel</button></form>`
}

/** Renders the page that asks for the user. */
export function loginPage(uid: string, client: string): string {
  return page(
    "Choose an account · People",
    `<h1>Choose an account</h1>
<p class="soft">to continue to <strong>${escape(client)}</strong></p>
<form method="post" action="/interaction/${uid}/login"><ul>${PEOPLE.map(personButton).join("")}</ul></form>
${cancelForm(uid)}`,
  )
}

const SCOPES: Record<string, string> = {
  openid: "Know who you are",
  profile: "See your name",
  email: "See your email address",
  offline_access: "Keep access while you are away",
}

/** Renders the consent page. */
export function consentPage(
  uid: string,
  { client, person, scopes }: { client: string; person: Person; scopes: string[] },
) {
  const wishes = scopes.map((scope) => `<li>${escape(SCOPES[scope] ?? scope)}</li>`).join("")
  return page(
    "Allow access · People",
    `<h1>Let ${escape(client)} in?</h1>
<p class="who"><span class="avatar" aria-hidden="true">${initials(person)}</span><span><strong>${escape(person.name)}</strong><small>${escape(person.email)}</small></span></p>
<p class="soft">${escape(client)} wants to</p>
<ul class="wishes">${wishes}</ul>
<form method="post" action="/interaction/${uid}/consent"><button class="primary">Allow</button></form>
${cancelForm(uid)}`,
  )
}

/** Renders the page that asks whether to sign out of the provider too. The buttons submit `form`, the provider's own. */
export function logoutPage(form: string, { client, person }: { client: string; person: Person | undefined }) {
  const who = person
    ? `<p class="who"><span class="avatar" aria-hidden="true">${initials(person)}</span><span><strong>${escape(person.name)}</strong><small>${escape(person.email)}</small></span></p>`
    : ""
  return page(
    "Sign out · People",
    `<h1>Sign out of People too?</h1>
<p class="soft">You have signed out of <strong>${escape(client)}</strong>.</p>
${who}
${form}
<button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out of People</button>
<button class="quiet" form="op.logoutForm">Stay signed in at People</button>`,
  )
}

/** Renders the page after signing out. */
export function loggedOutPage() {
  return page("Signed out · People", `<h1>You are signed out</h1><p class="soft">You can close this page.</p>`)
}

/** Renders an error page. */
export function problemPage(sentence: string): string {
  return page("Something went wrong · People", `<h1>Something went wrong</h1><p class="soft">${escape(sentence)}</p>`)
}
