import { IDENTIFIER_FIRST_CASES } from "../../components/sign-in/identifier-first.fixture.ts"
import { alreadySignedInView } from "../../components/sign-in/already-signed-in.view.ts"
import { identifierFirstView, type IdentifierFirstProps } from "../../components/sign-in/identifier-first.view.ts"
import { identifierFirstMarkup } from "../../components/sign-in/identifier-first.markup.ts"
import { noticeMarkup } from "../../components/view/markup/notice.ts"
import { markOf } from "../../components/view/marks/index.ts"
import type { ElementNode } from "../../components/view/node.ts"
import type { PageLook } from "./account-pages.fixture.ts"

type PageMarkup = (look: PageLook) => ElementNode

const identifierFirst =
  (state: string): PageMarkup =>
  (look) => {
    const props = IDENTIFIER_FIRST_CASES[state]?.props as unknown as IdentifierFirstProps // each state has them
    return identifierFirstMarkup(
      identifierFirstView({ marks: markOf, autofocus: true, scripted: true, hasPasskeys: false, ...props, ...look }),
    )
  }

const alreadySignedIn =
  (user: { name?: string; email?: string }, more: object = {}): PageMarkup =>
  (look) => {
    const urls = { callbackUrl: "/journal", anotherUrl: "/auth/signin?prompt=login" }
    return noticeMarkup(alreadySignedInView({ ...look, siteName: "Acme", user, ...urls, ...more }))
  }

const ada = { name: "Ada Lovelace", email: "ada@example.com" }

/** The sign-in pages that only Latchkit's own routes render, in every state. */
export const SIGN_IN_PAGES = {
  "identifier-first": identifierFirst("identifier-first"),
  "identifier-first-rejected": identifierFirst("identifier-first-rejected"),
  "identifier-first-failed": identifierFirst("identifier-first-failed"),
  "identifier-first-waiting": identifierFirst("identifier-first-waiting"),
  "identifier-first-password": identifierFirst("identifier-first-password"),
  "identifier-first-methods": identifierFirst("identifier-first-methods"),
  "identifier-first-email": identifierFirst("identifier-first-email"),
  "identifier-first-company": identifierFirst("identifier-first-company"),
  "identifier-first-wrong-password": identifierFirst("identifier-first-wrong-password"),
  "identifier-first-long": identifierFirst("identifier-first-long"),
  "already-signed-in": alreadySignedIn(ada),
  "already-signed-in-address": alreadySignedIn({ email: ada.email }),
  "already-signed-in-logo": alreadySignedIn(ada, { theme: { logo: { light: "/acme.svg", dark: "/acme-dark.svg" } } }),
  "already-signed-in-long": alreadySignedIn({
    name: "Augusta Ada King, Countess of Lovelace",
    email: `${"augusta.ada.".repeat(4)}@example.com`,
  }),
} satisfies Readonly<Record<string, PageMarkup>>

/** The name of a page in one state. */
export type SignInPage = keyof typeof SIGN_IN_PAGES
