import type { Settings } from "./settings.ts"

const COOKIE_NAME = /^[!#$%&'*+\-.^`|~\w]+$/
const COOKIE_ATTRIBUTE = /^[^;\r\n]*$/

/** Returns the problems of the `cookies` option. */
export function cookieProblems({ cookies }: Pick<Settings, "cookies">): string[] {
  const table = Object.entries(cookies({ secure: true }))
  const names = table.map(([, { name }]) => name)
  return table.flatMap(([key, { name, options }]) => [
    ...(COOKIE_NAME.test(name)
      ? []
      : [
          `\`cookies.${key}.name\` is ${JSON.stringify(name)}, which isn't a valid cookie name. Use letters, digits, _, - and .`,
        ]),
    ...(names.indexOf(name) === names.lastIndexOf(name)
      ? []
      : [`\`cookies.${key}.name\` is ${name}, which another cookie also uses. Set another name`]),
    ...[options.domain, options.path]
      .filter((value) => value !== undefined && !COOKIE_ATTRIBUTE.test(value))
      .map(
        (value) =>
          `\`cookies.${key}.options\` contains ${JSON.stringify(value)}, which isn't a valid cookie attribute. Remove semicolons and line breaks`,
      ),
  ])
}
