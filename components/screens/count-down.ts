import type { ScreenPage } from "./screen.ts"

const SECOND = 1000

type Page = ScreenPage<{ resendAfter?: number | undefined }, { readonly wait: number | undefined }>

/** Returns the seconds until another email can be requested. */
export const secondsLeft = ({ state, props }: Page): number => state.wait ?? props.resendAfter ?? 0

/** Counts these seconds down, also those in which the device slept. @returns a function that stops it */
export function startCountDown(page: Page): () => void {
  let lastTick = Date.now()
  const timer = setInterval(() => {
    const seconds = Math.max(Math.round((Date.now() - lastTick) / SECOND), 1) // the device's clock may be set back
    lastTick += seconds * SECOND
    const remaining = secondsLeft(page)
    if (remaining > 0) page.set({ wait: Math.max(remaining - seconds, 0) })
  }, SECOND)
  return () => clearInterval(timer)
}
