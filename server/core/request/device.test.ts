import { expect, test } from "vitest"
import { deviceFrom, parseUserAgent } from "./device.ts"

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K)"

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, "desktop Chrome Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    "desktop Edge Windows",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`,
    "desktop Opera macOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "desktop Safari macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "phone Safari iPhone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1",
    "tablet Chrome iPad",
  ],
  [`${ANDROID} ${WEBKIT} Chrome/131.0.0.0 Mobile Safari/537.36`, "phone Chrome Android"],
  [`${ANDROID} ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36`, "tablet Samsung Internet Android"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "phone Firefox Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "desktop Firefox Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, "desktop Chrome ChromeOS"],
  [
    "Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/3.0 Safari/537.36",
    "null Samsung Internet Linux",
  ],
  ["curl/8.5.0", "null null null"],
  ["", "null null null"],
  [null, "null null null"],
])("reads %j as %s", (userAgent, expected) => {
  const { type, browser, system } = parseUserAgent(userAgent)
  expect(`${type} ${browser} ${system}`).toBe(expected)
})

const CHROMIUM = `"Chromium";v="131", "Not_A Brand";v="24"`
const UA = `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`

test.each([
  [{ "sec-ch-ua": `"Brave";v="131", ${CHROMIUM}`, "sec-ch-ua-platform": '"macOS"' }, "desktop Brave macOS"],
  [{ "sec-ch-ua": `"Microsoft Edge";v="131", ${CHROMIUM}`, "sec-ch-ua-platform": '"Windows"' }, "desktop Edge Windows"],
  [{ "sec-ch-ua": CHROMIUM, "sec-ch-ua-platform": '"Android"', "sec-ch-ua-mobile": "?1" }, "phone Chrome Android"],
  [{ "sec-ch-ua": CHROMIUM, "sec-ch-ua-platform": '"Chrome OS"', "sec-ch-ua-mobile": "?0" }, "desktop Chrome ChromeOS"],
  [{ "sec-ch-ua": '"Unheard Of";v="1"', "sec-ch-ua-platform": '"BeOS"' }, "desktop Chrome Linux"],
])("prefers the client hints %j", (hints, expected) => {
  const { type, browser, system } = deviceFrom(new Headers({ "user-agent": UA, ...hints }))
  expect(`${type} ${browser} ${system}`).toBe(expected)
})
