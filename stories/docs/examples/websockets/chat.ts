import { getSession, signIn } from "latchkit"

/** Opens the chat of this site. If the user has signed out, they sign in and come back to this page. */
export function openChat(show: (text: string) => void): void {
  const socket = new WebSocket(location.origin.replace("http", "ws"))
  socket.addEventListener("message", ({ data }) => show(String(data)))
  socket.addEventListener("close", async ({ code }) => {
    if (code !== 4401) return
    // The page may have a newer cookie than the WebSocket
    if (await getSession()) openChat(show)
    else await signIn()
  })
}
