// Writes the components that only render their screen, for each framework. A component with props of its own in a framework is
// written by hand beside them, such as react/sign-in.tsx.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/**
 * Each component. Its screen is in `<in>/<name>.screen.ts`, or in `from`. `props` completes "Props of …". With `forms`, an app's
 * own action may get its forms. `sections` are further components with the same props.
 */
const COMPONENTS = [
  {
    name: "Account",
    in: "account",
    about: "Shows the user's account with all its sections. Loads by itself, unless it gets `details`.",
    props: "the account card and of the cards of its sections",
    sections: {
      AccountProfile: "Shows the user's name and picture, with a form that changes them",
      AccountEmail: "Shows the user's email address, with a form that changes it",
      AccountPassword: "Shows whether the user has a password, and changes, adds or removes it",
      AccountTwoStep: "Shows the user's second factors and recovery codes",
      AccountPasskeys: "Shows the user's passkeys, and adds one",
      AccountConnections: "Shows every sign-in method that the user has or can link",
      AccountDevices: "Shows the devices on which the user is signed in or which are trusted",
      AccountDanger: "Shows how the user downloads their data and deletes the account",
    },
  },
  {
    name: "SecondFactor",
    in: "two-step",
    about:
      "Asks for the second step of a sign-in: a code, a passkey, an emailed code or a recovery code. Pass the fields of `GET step`.",
    props: "the card for the second step of a sign-in",
  },
  {
    name: "EnrollTotp",
    in: "two-step",
    about:
      "Sets up an authenticator app: a QR code, its key as text, and the first code. Pass the fields of `GET step`.",
    props: "the card that sets up an authenticator app",
  },
  {
    name: "RecoveryCodes",
    in: "two-step",
    about: "Shows new recovery codes once, with buttons that copy, save and print them.",
    props: "the card that shows recovery codes",
  },
  {
    name: "Confirm",
    in: "step-up",
    about: "Asks a signed-in user to confirm who they are, on a page or with `dialog` in a modal dialog.",
    props: "the confirmation",
  },
  {
    name: "SignUp",
    in: "sign-up",
    about:
      "Creates an account: asks for the address and a password, then for the emailed code. Pass the fields of `GET sign-up`.",
    props: "the card that creates an account",
    forms: true,
  },
  {
    name: "ForgotPassword",
    in: "password",
    about: "Emails a link and a code to reset the password, and asks for the code.",
    props: "the card that emails a link to reset the password",
    forms: true,
  },
  {
    name: "ResetPassword",
    in: "password",
    about: "Takes a new password after the emailed link or code. Pass the fields of `GET reset-password`.",
    props: "the card that takes a new password",
    forms: true,
  },
  {
    name: "ChangePassword",
    in: "password",
    about: "Changes the password of a signed-in user, or adds one.",
    props: "the card that changes the password of a signed-in user",
    forms: true,
  },
  {
    name: "ErrorNotice",
    about: "Shows an error and the link back, for the error page.",
    props: "the error card",
    from: "screens/notices",
  },
  {
    name: "VerifyRequest",
    about: "Shows what to do after an email was sent: enter its code, resend it, or use another address.",
    props: "the card after an email was sent",
    from: "screens/notices",
  },
  {
    name: "WebAuthn",
    about:
      'A button that signs in with a passkey, or adds one with `action="register"`. Hidden if the browser doesn\'t support passkeys.',
    props: "a passkey button",
    from: "passkeys/webauthn.screen",
  },
]

const kebab = (name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()
const screen = (name) => `${name[0].toLowerCase()}${name.slice(1)}Screen`
const screens = ({ name, in: folder, from = `${folder}/${kebab(name)}.screen` }) => `../../${from}.ts`
const propsAbout = ({ props }) => `Props of ${props}, with your own content.`

/** Returns the components of a row, each with its description. */
const parts = ({ name, about, sections = {} }) => [
  [name, about],
  ...Object.entries(sections).map(([section, shows]) => [section, `${shows}: one section of \`Account\` as a card.`]),
]

/** Returns a text in lines of at most `width` columns. Code stays in one line. */
function wrap(text, width) {
  const words = text.match(/(?:`[^`]*`|\S)+/g)
  return words.reduce((lines, word) => {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    return longer.length > width ? [...lines, word] : [...lines.slice(0, -1), longer]
  }, [])
}

function doc(text) {
  const lines = wrap(text, 117)
  return text.length > 113 ? `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */` : `/** ${text} */`
}

function importFrom(names, path) {
  const line = `import { ${names.join(", ")} } from "${path}"`
  return line.length > 120 ? `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${path}"` : line
}

/** Returns the imports of React's and Solid's component: its screens and the type of their props. */
const importScreens = (row) =>
  importFrom([...parts(row).map(([name]) => screen(name)), `type ${row.name}Props as Props`], screens(row))

function reactModule(row) {
  const call = (name) => `useScreen(${screen(name)}, ${row.forms ? "...splitAction(props)" : "props"})`
  return `"use client"

${importScreens(row)}
${row.forms ? 'import { splitAction, type FormAction } from "../form-action.ts"\n' : ""}import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

${doc(propsAbout(row))}
${
  row.forms
    ? `export interface ${row.name}Props extends Omit<Props, "action">, Slots {
  /** Where the forms post instead of to Latchkit: a URL, or a form action as \`useActionState\` returns it. */
  action?: string | FormAction | undefined
}`
    : `export type ${row.name}Props = Props & Slots`
}
${parts(row)
  .map(
    ([name, about]) =>
      `\n${doc(about)}\nexport function ${name}(props: ${row.name}Props) {\n  return ${call(name)}\n}\n`,
  )
  .join("")}`
}

function solidModule(row) {
  return `/** @jsxImportSource solid-js */
${importScreens(row)}
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

${doc(propsAbout(row))}
export type ${row.name}Props = Props & Slots
${parts(row)
  .map(
    ([name, about]) =>
      `\n${doc(about)}\nexport function ${name}(props: ${row.name}Props) {\n  return <Screen screen={${screen(name)}} of={props} />\n}\n`,
  )
  .join("")}`
}

const svelteModule = (row, [name, about]) => `<!--
@component
${wrap(about, 120).join("\n")}
-->
<script lang="ts">
  import { ${screen(name)} } from "${screens(row)}"
  import Screen from "../Screen.svelte"
  import type { ${row.name}Props } from "./props.ts"

  const ${row.forms ? "{ enhance, ...props }" : "props"}: ${row.name}Props = $props()
</script>

<Screen screen={${screen(name)}} of={props}${row.forms ? " {enhance}" : ""} />
`

const svelteProps = (row) => `
${doc(propsAbout(row))}
export type ${row.name}Props = ${row.name}ScreenProps & Slots${row.forms ? " & Enhanced" : ""}
`

const exportsOf = (row) =>
  importFrom([...parts(row).map(([name]) => name), `type ${row.name}Props`], `./${kebab(row.name)}.tsx`)
    .replace("import", "export")
    .concat("\n")

/** Every file, with its text. */
const FILES = Object.fromEntries([
  ["react/generated/index.ts", COMPONENTS.map(exportsOf).join("")],
  ["solid/generated/index.ts", COMPONENTS.map(exportsOf).join("")],
  [
    "svelte/generated/index.ts",
    [
      ...COMPONENTS.flatMap(parts).map(([name]) => `export { default as ${name} } from "./${name}.svelte"\n`),
      `export type {\n${COMPONENTS.map(({ name }) => `  ${name}Props,\n`).join("")}} from "./props.ts"\n`,
    ].join(""),
  ],
  [
    "svelte/generated/props.ts",
    [
      ...COMPONENTS.map((row) => `import type { ${row.name}Props as ${row.name}ScreenProps } from "${screens(row)}"\n`),
      'import type { Enhanced, Slots } from "../render.ts"\n',
      ...COMPONENTS.map(svelteProps),
    ].join(""),
  ],
  ...COMPONENTS.flatMap((row) => [
    [`react/generated/${kebab(row.name)}.tsx`, reactModule(row)],
    [`solid/generated/${kebab(row.name)}.tsx`, solidModule(row)],
    ...parts(row).map((part) => [`svelte/generated/${part[0]}.svelte`, svelteModule(row, part)]),
  ]),
])

const present = globSync("components/{react,solid,svelte}/generated/*")
if (process.argv.includes("--check")) {
  const isCurrent = (file) => FILES[file.slice("components/".length)] === readFileSync(file, "utf8")
  if (present.length !== Object.keys(FILES).length || !present.every(isCurrent)) process.exit(1)
} else {
  for (const file of present) rmSync(file)
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join("components", dirname(file)), { recursive: true })
    writeFileSync(join("components", file), text)
  }
}
