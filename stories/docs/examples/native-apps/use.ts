const auth = "https://acme.example/auth"

/** Returns the session, or `null` if the token has expired or was revoked. */
export async function readSession(token: string): Promise<unknown> {
  const response = await fetch(`${auth}/session`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.json()
}

/** Ends the app's session. */
export async function signOut(token: string): Promise<void> {
  await fetch(`${auth}/revoke`, { method: "POST", body: new URLSearchParams({ token }) })
}
