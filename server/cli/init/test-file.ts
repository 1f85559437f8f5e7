import { FACTS, type Choices, type NewFile } from "./choices.ts"

/** Returns the end-to-end test. It needs no packages: Node runs it, and it starts the app. */
export function testFile({ framework, packageManager, passwords }: Choices): NewFile {
  const { basePath, origin, start } = FACTS[framework]
  const shownAt = framework === "express-vite" ? "/api/greeting" : "/protected" // the browser renders the page of a Vite app
  return {
    path: "tests/sign-in.test.mjs",
    text: [
      startApp(new URL(origin).port, start(packageManager)),
      BROWSER,
      SIGNED_OUT_TEST,
      passwords ? passwordTest(basePath, shownAt) : signInTest(basePath),
    ].join("\n"),
  }
}

const startApp = (
  port: string,
  command: string,
) => `// Starts the app, and signs in as a user does. Run it with: node --test tests/
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { after, before, test } from "node:test"

const origin = process.env.ORIGIN ?? "http://localhost:${port}"
const command = process.env.START ?? ${JSON.stringify(command)}
const isTaken = await fetch(origin).then(() => true, () => false)
assert.ok(!isTaken, \`The test starts the app itself, but something already responds at \${origin}. Stop it first\`)
const app = spawn(command, { shell: true, detached: true, env: { ...process.env, PORT: new URL(origin).port } })
let output = ""
for (const stream of [app.stdout, app.stderr]) stream.on("data", (chunk) => (output += chunk))

// The whole group of processes, because npm starts the server in another one
after(() => process.kill(-app.pid))
before(() => eventually(() => fetch(origin)), { timeout: 60_000 })

async function eventually(action) {
  for (const end = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    try {
      return await action()
    } catch (error) {
      if (Date.now() > end) throw new Error(\`\${error.message}\\n\${output}\`)
    }
  }
}
`

const BROWSER = `/** A browser without a window: it keeps cookies, follows redirects and sends forms. */
function browser() {
  const cookies = new Map()
  async function open(url, init = {}) {
    const headers = { ...init.headers, accept: "text/html", cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }
    const response = await fetch(new URL(url, origin), { ...init, headers, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      cookies.set(name, value)
    }
    const location = response.headers.get("location")
    if (response.status > 300 && response.status < 400 && location) return open(new URL(location, response.url))
    return { url: response.url, text: await response.text() }
  }
  return {
    open,
    submit({ url, text }, fields) {
      const form = text.match(/<form[^>]*method="post"[\\s\\S]*?<\\/form>/gi)?.find((one) => Object.keys(fields).every((name) => one.includes(\`name="\${name}"\`)))
      assert.ok(form, \`no form with \${Object.keys(fields)} at \${url}\`)
      const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [/name="([^"]*)"/.exec(input)?.[1], /value="([^"]*)"/.exec(input)?.[1] ?? ""])
      const action = (/action="([^"]*)"/.exec(form)?.[1] ?? url).replaceAll(/&(?:amp|#38);/g, "&")
      const body = new URLSearchParams([...hidden.filter(([name]) => name), ...Object.entries(fields)])
      return open(new URL(action, url), { method: "POST", body, headers: { origin } })
    },
  }
}
`

const SIGNED_OUT_TEST = `test("a signed-out user doesn't see the protected page", async () => {
  const { text } = await browser().open("/protected")
  assert.doesNotMatch(text, /Hello \\S+@/)
})
`

const signInTest = (basePath: string) => `test("the sign-in page shows its card", async () => {
  assert.match((await browser().open("${basePath}/signin")).text, /auth-title/)
})
`

const passwordTest = (
  basePath: string,
  shownAt: string,
) => `test("a new user signs up with the code from the email, and sees the protected page", async () => {
  const user = browser()
  const email = \`ada.\${Date.now()}@example.com\`
  const page = await user.open("${basePath}/sign-up")
  const asked = await user.submit(page, { email, password: "correct horse battery staple" })
  // Without SMTP_URL, emails are printed in the app's terminal in development
  const code = await eventually(() => {
    const found = /^ *(\\d{3}) (\\d{3})$/m.exec(output.slice(output.indexOf(email)))
    assert.ok(found, "the terminal shows no code")
    return found[1] + found[2]
  })
  await user.submit(asked, { code })
  // A page may arrive in parts, with the user in the last one
  assert.ok((await user.open("${shownAt}")).text.replaceAll("<!-- -->", "").includes(email))
})
`
