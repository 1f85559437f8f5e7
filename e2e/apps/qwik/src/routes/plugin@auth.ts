import { isServer } from "@builder.io/qwik"
import { QwikAuth$ } from "latchkit/qwik"

// Behind `isServer`, so that the browser's build has neither the configuration nor what it imports
export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(async () =>
  isServer ? (await import("../auth.ts")).config : { providers: [] },
)
