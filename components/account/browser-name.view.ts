import type { DeviceDetails } from "../../client/account-contract.ts"
import type { account } from "../view/messages/en.ts"
import { fill } from "../view/messages/fill.ts"

/** Returns the title of a device, for example "Firefox on Linux". */
export function deviceTitle(
  device: Pick<DeviceDetails, "browser" | "system"> | undefined,
  words: Pick<typeof account, "browserOn" | "unknownBrowser">,
): string {
  const { browser, system } = device ?? { browser: null, system: null }
  return browser && system ? fill(words.browserOn, { browser, system }) : (browser ?? system ?? words.unknownBrowser)
}

/** Returns the title of a device and where it is, for example "Firefox on Linux · Zürich". */
export function deviceText(
  { device, place }: { device?: DeviceDetails | undefined; place?: string | null | undefined },
  words: Pick<typeof account, "browserOn" | "unknownBrowser">,
): string {
  const title = deviceTitle(device, words)
  return place ? `${title} · ${place}` : title
}
