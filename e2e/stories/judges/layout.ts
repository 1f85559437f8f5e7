import { isLong } from "../../../server/test-kit/long.ts"
import { isShape, type Stage } from "../stage.ts"
import { isIn, type Judge } from "./judge.ts"

/** Runs a check in every story, and returns the findings by story. */
async function ask(stage: Stage, question: () => string[], ids: readonly string[]): Promise<string[]> {
  const answers: string[] = []
  for (const id of ids) {
    await stage.show(id)
    const found = await stage.page.evaluate(question)
    answers.push(...found.map((answer) => `${id}: ${answer}`))
  }
  return answers
}

/** Returns elements that overflow the page, and text that is cut off. Runs in the page. */
function overflow(): string[] {
  for (const details of document.querySelectorAll("details")) details.open = true
  const root = document.documentElement
  const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : []
  const isHidden = (element: Element) => element.getClientRects().length === 0 || element.clientWidth <= 1
  const all = [...document.querySelectorAll("#storybook-root *")].filter((element) => !isHidden(element))
  const texts = all.filter((element) =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim()),
  )
  const isCut = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const wide = element.scrollWidth > element.clientWidth + 1 && overflowX !== "visible"
    const high = element.scrollHeight > element.clientHeight + 1 && overflowY !== "visible"
    return wide || high
  }
  const isOutside = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right } = range.getBoundingClientRect()
    return left < -0.5 || right > root.clientWidth + 0.5
  }
  for (const element of texts) {
    if (isOutside(element)) found.push(`outside: ${element.textContent}`)
    if (isCut(element)) found.push(`cut off: ${element.textContent}`)
  }
  return found
}

/** The longest texts, in each direction. The long run also has two languages as they are. */
const TEXTS = [
  ["en-XA", "ltr"],
  ["en-XA", "rtl"],
  ...(isLong
    ? ([
        ["ar", "rtl"],
        ["de", "ltr"],
      ] as const)
    : []),
] as const

/** At 320 px, nothing scrolls sideways and no text is cut off. */
const widths: Judge = async ({ stage }, ids) => {
  const found: string[] = []
  for (const [language, dir] of TEXTS) {
    await stage.page.setViewportSize({ width: 320, height: 640 })
    await stage.open(ids[0] ?? "", { rendering: "HTML", scheme: "light", dir, language })
    found.push(...(await ask(stage, overflow, ids)).map((answer) => `${answer} (${language} ${dir}, 320 px)`))
  }
  return found
}

/** In forced colors: returns what is pressed or filled in without a border, and what is focused without an outline. */
function unseen(): string[] {
  const missing: string[] = []
  for (const details of document.querySelectorAll("details")) details.open = true
  for (const control of document.querySelectorAll<HTMLElement>(
    ":is(.auth-button, .auth-input, .auth-alert, .auth-notice)",
  )) {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(control)
    const isSeen = borderTopStyle === "solid" && parseFloat(borderTopWidth) >= 1 && borderTopColor !== backgroundColor
    if (!isSeen && control.getClientRects().length > 0) missing.push(`no border: ${control.outerHTML}`)
  }
  for (const primary of document.querySelectorAll(".auth-button[data-variant=primary]"))
    if (parseFloat(getComputedStyle(primary).borderTopWidth) < 2) missing.push(`like others: ${primary.outerHTML}`)
  for (const digits of document.querySelectorAll(".auth-digits input"))
    if (getComputedStyle(digits).backgroundImage === "none") missing.push(`no cells: ${digits.outerHTML}`)
  const focusable = "a[href], button, summary, input:not([type=hidden])"
  for (const control of document.querySelectorAll<HTMLElement>(`#storybook-root :is(${focusable})`)) {
    if (control.getClientRects().length === 0) continue
    control.focus({ focusVisible: true } as FocusOptions) // newer than the types
    const shown = control.closest(".auth-digits") ?? control // the frame of six digits has the outline
    const { outlineStyle, outlineWidth } = getComputedStyle(shown)
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) missing.push(`no outline: ${control.outerHTML}`)
  }
  return missing
}

/** With reduced motion: returns what moves. */
function moving(): string[] {
  const parts = [...document.querySelectorAll("#storybook-root, #storybook-root *")]
  const slow = parts.filter((part) =>
    getComputedStyle(part)
      .transitionDuration.split(", ")
      .some((time) => time !== "0s"),
  )
  const running = document.getAnimations().filter(({ playState }) => playState === "running")
  return [
    ...slow.map(({ outerHTML }) => `transition: ${outerHTML.slice(0, 100)}`),
    ...running.map(
      (animation) => `animation: ${animation instanceof CSSAnimation ? animation.animationName : animation.id}`,
    ),
  ]
}

/** Returns what moves for more than 150 ms, except for the spinner. */
const slow = (): string[] =>
  [...document.querySelectorAll("#storybook-root *")].flatMap((part) => {
    const times = getComputedStyle(part)
      .transitionDuration.split(", ")
      .map((time) => parseFloat(time) * 1000)
    return times.some((time) => time > 150) ? [part.outerHTML.slice(0, 100)] : []
  })

/** Motion is under 150 ms, and none if it is reduced. In forced colors everything has a border or an outline. */
const motion: Judge = async ({ stage }, ids) => {
  await stage.page.emulateMedia({ reducedMotion: "reduce" })
  await stage.open(ids[0] ?? "", { rendering: "HTML" })
  const found: string[] = []
  for (const id of ids) {
    const check = async (question: () => string[]) =>
      found.push(...(await stage.page.evaluate(question)).map((answer) => `${id}: ${answer}`))
    await stage.page.emulateMedia({ reducedMotion: "reduce", forcedColors: "none" })
    await stage.show(id)
    await check(moving)
    await stage.page.emulateMedia({ reducedMotion: "no-preference" })
    await check(slow)
    // without transitions, so that the borders are final
    await stage.page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" })
    await check(unseen)
  }
  await stage.page.emulateMedia({ forcedColors: "none" })
  return found
}

/** Returns targets that a finger misses. Runs in the page. */
function small(): string[] {
  for (const details of document.querySelectorAll("details")) details.open = true
  const targets = document.querySelectorAll("#storybook-root :is(a[href], button, summary, input:not([type=hidden]))")
  return [...targets].flatMap((target) => {
    const { height, width } = (target.closest("label") ?? target).getBoundingClientRect() // a click on its label checks a checkbox
    const isInSentence = target.closest("p, .auth-again") !== null
    const least = isInSentence ? 24 : 44
    return width > 0 && (height < least || width < 24)
      ? [`${width} × ${height}: ${target.outerHTML.slice(0, 120)}`]
      : []
  })
}

/** Under a finger, every target except for links in a sentence is 44 px high. */
const targets: Judge = async ({ openStage }, ids) => {
  const stage = await openStage({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  await stage.open(ids[0] ?? "", { rendering: "HTML" })
  return ask(stage, small, ids)
}

/** Texts fit, motion is short, colors may be forced, and targets are large. */
export const layout: Judge = async (court, all) => {
  const ids = all.filter(isIn("Components"))
  const shapes = ids.filter(isShape)
  return [
    ...(ids.length > 0 ? await widths(court, ids) : []),
    ...(shapes.length > 0 ? [...(await motion(court, shapes)), ...(await targets(court, shapes))] : []),
  ]
}
