import GitHub from "@auth/core/providers/github"

/** What stays as it is: your secret, your providers, your adapter, your callbacks. */
export const secret = process.env["AUTH_SECRET"] ?? ""
export const github = GitHub({}) // a list that holds the bare `GitHub` needs these brackets
export const password = {
  credentials: {
    name: { label: "Name" },
    password: { label: "Password", type: "password" },
  },
  authorize: ({ name, password }: { name?: unknown; password?: unknown }) =>
    password === "open sesame"
      ? { id: "1", name: String(name), email: "ada@example.com" }
      : null,
}
