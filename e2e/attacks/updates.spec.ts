import { expect, signIn, test } from "./attack.ts"

/** A token that is longer at some updates than a cookie holds, so that the cookie is whole at times and in chunks at others. */
const callbacks = {
  jwt({ token, trigger, session }: { token: Record<string, unknown>; trigger?: string; session?: unknown }) {
    if (trigger !== "update") return token
    const { turn } = session as { turn: number } // what this test sends
    return { ...token, turn, ballast: (turn % 2 === 0 ? "long " : "short ").repeat(turn % 2 === 0 ? 1200 : 1) }
  },
  session: ({ session, token }: { session: object; token: Record<string, unknown> }) => ({
    ...session,
    turn: token["turn"],
    length: String(token["ballast"] ?? "").length,
  }),
}

test("keeps one whole session, the last, after updates from two tabs at once (threat 206)", async ({
  page,
  context,
  open,
}) => {
  const site = await open({ config: { callbacks: callbacks as never } })
  await signIn(page, site)
  await expect(page.getByRole("heading")).toHaveText("victim")
  const tabs = [page, await context.newPage()]
  await Promise.all(tabs.map((tab) => tab.goto(`${site.origin}/`)))

  const update = async (turn: number) => {
    const { csrfToken } = await (await fetch("/auth/csrf")).json()
    const headers = { "content-type": "application/json" }
    const answer = await fetch("/auth/session", {
      method: "POST",
      headers,
      body: JSON.stringify({ csrfToken, data: { turn } }),
    })
    return answer.status
  }
  for (let round = 0; round < 10; round++) {
    const turns = tabs.flatMap((tab, index) => [
      tab.evaluate(update, round * 4 + index),
      tab.evaluate(update, round * 4 + 2 + index),
    ])
    expect(await Promise.all(turns)).toEqual([200, 200, 200, 200])
    const seen = await page.evaluate(async () => (await fetch("/auth/session")).json())
    expect(seen).toMatchObject({ user: { name: "victim" }, turn: expect.any(Number) })
    expect(seen.length).toBe(seen.turn % 2 === 0 ? 6000 : 6)
    // The next response removes the cookies that two simultaneous responses left
    expect(await page.evaluate(update, seen.turn as number)).toBe(200)
    const names = (await context.cookies(site.origin))
      .map(({ name }) => name)
      .filter((name) => name.includes("session-token"))
    expect(names.some((name) => /\.\d+$/.test(name)) !== names.some((name) => name.endsWith("session-token"))).toBe(
      true,
    )
  }
})
