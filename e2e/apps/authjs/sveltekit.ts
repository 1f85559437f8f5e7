import { signIn, signOut } from "@auth/sveltekit/client"

const client = { signIn, signOut }

declare global {
  interface Window {
    svelteKitAuth: typeof client
  }
}
window.svelteKitAuth = client
