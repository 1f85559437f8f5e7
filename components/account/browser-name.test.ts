import { expect, test } from "vitest"
import { deviceTitle } from "./browser-name.view.ts"
import { catalogFor, LANGUAGES } from "../view/messages/languages.ts"

// An element with `dir="auto"`, such as bdi, takes its direction from the first of these characters
const FIRST_LETTER = /[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}\u200f]/u

test.each(LANGUAGES)("a device's title in %s has the direction of its language", async (language) => {
  const { account, language: own } = await catalogFor(language)
  const [first = ""] = FIRST_LETTER.exec(deviceTitle({ browser: "Firefox", system: "Linux" }, account)) ?? []
  expect(/[^\p{Script=Latin}]/u.test(first) ? "rtl" : "ltr").toBe(own.dir)
})
