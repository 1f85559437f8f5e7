import { isServer } from "@builder.io/qwik"
import { QwikAuth$ } from "latchkit/qwik"

// `isServer` keeps the configuration and its imports out of the browser's build
export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(async () =>
  isServer ? (await import("../auth.ts")).config : { providers: [] },
)
