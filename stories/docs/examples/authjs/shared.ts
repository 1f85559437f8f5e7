import GitHub from "@auth/core/providers/github"

/** Your secret, providers, adapter and callbacks stay as they are. */
export const secret = process.env["AUTH_SECRET"] ?? ""
export const github = GitHub({}) // the list may also contain `GitHub` without a call
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
