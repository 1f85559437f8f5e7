import { NextAuth } from "latchkit/next"

import { config, stateless } from "../../frameworks/site/config.ts"

const MEMBERS_ONLY = /^\/(protected|account|settings|old)(\/|$)/

const site = process.env["SESSIONS"] === "jwt" ? stateless : config

export const {
  handlers,
  accountProps,
  auth,
  requireAuth,
  signIn,
  signOut,
  updateSession,
  signInProps,
  revokeOtherSessions,
} = NextAuth({
  ...site,
  callbacks: {
    ...site.callbacks,
    authorized: ({ auth, request }) => auth !== null || !MEMBERS_ONLY.test(new URL(request.url).pathname),
  },
})
