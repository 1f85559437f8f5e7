import type { ScreenPage } from "./screen.ts"

const SECOND = 1000

type Page = ScreenPage<{ resendAfter?: number | undefined }, { readonly wait: number | undefined }>

/** Returns the seconds until another email can be requested. */
export const secondsLeft = ({ state, props }: Page): number => state.wait ?? props.resendAfter ?? 0

/** Counts these seconds down, also those in which the device slept. @returns a function that stops it */
export function startCountDown(page: Page): () => void {
  let counted = Date.now()
  const timer = setInterval(() => {
    const seconds = Math.max(Math.round((Date.now() - counted) / SECOND), 1) // the device's clock may be set back
    counted += seconds * SECOND
    const left = secondsLeft(page)
    if (left > 0) page.set({ wait: Math.max(left - seconds, 0) })
  }, SECOND)
  return () => clearInterval(timer)
}
