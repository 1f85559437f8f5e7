import { NextAuth } from "latchkit/next"

import { config } from "../../frameworks/site/config.ts"

const MEMBERS_ONLY = /^\/(protected|account|old)(\/|$)/

export const { handlers, auth, signIn, signOut, unstable_update, signInProps, revokeOtherSessions } = NextAuth({
  ...config,
  callbacks: {
    ...config.callbacks,
    authorized: ({ auth, request }) => auth !== null || !MEMBERS_ONLY.test(new URL(request.url).pathname),
  },
})
