/// <reference types="@auth/sveltekit" />
declare module "@auth/sveltekit" {
  interface Session {
    role?: unknown
  }
}

export {}
