import type { ProviderMark } from "../provider-marks.ts"

export const markAdobe: ProviderMark = {
  paths: [["M2 4h7L2 20ZM15 4h7v16ZM12 10l4.4 10h-2.9l-1.3-3.3H9.5Z", "currentColor"]],
}
export const markAmazon: ProviderMark = {
  paths: [
    [
      "M3 15.5c5.5 4.6 12.5 4.6 17.2 1l.8 1.3C15.5 22.3 8 22.2 2.4 16.6ZM17.6 14.6l4.6-.6-.6 4.6ZM11 4.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4ZM11 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM13.4 4.8h2.2v8.4h-2.2Z",
      "currentColor",
    ],
  ],
}
export const markAzureDevops: ProviderMark = {
  paths: [
    [
      "M7.5 6.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM7.5 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM16.5 6.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM16.5 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
      "currentColor",
    ],
  ],
}
export const markCognito: ProviderMark = {
  paths: [
    [
      "M12 2l8 3v6c0 5.5-3.4 9.3-8 11-4.6-1.7-8-5.5-8-11V5ZM12 6.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM12 13c-2.6 0-4.4 1.2-4.8 3 1 1.4 2.8 2.6 4.8 3.4 2-.8 3.8-2 4.8-3.4-.4-1.8-2.2-3-4.8-3Z",
      "currentColor",
    ],
  ],
}
export const markDingtalk: ProviderMark = { paths: [["M14 2L4 14h6l-2 8L20 9h-7l3-7Z", "currentColor"]] }
export const markDocusign: ProviderMark = {
  paths: [
    [
      "M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4ZM10.5 6v6H7l5 6 5-6h-3.5V6Z",
      "currentColor",
    ],
  ],
}
export const markFeishu: ProviderMark = { paths: [["M2 10.5L22 2l-6 20-4.5-8Z", "currentColor"]] }
export const markFreshbooks: ProviderMark = { paths: [["M5 21c-3-9 3-17 16-18 0 12-6 18-13 16l5-9Z", "currentColor"]] }
export const markHeroku: ProviderMark = {
  paths: [
    [
      "M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4ZM7 14.5v5l3-2.5ZM7 5v7.2c1.8-.8 4.6-1.7 6.2-1.7 1.4 0 1.3.8 1.3 1.5v7H17v-7.2c0-2-1-3.6-3.6-3.6-1.4 0-2.8.4-3.9.8V5Z",
      "currentColor",
    ],
  ],
}
export const markIdMe: ProviderMark = {
  paths: [
    [
      "M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM8.5 7.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8.5 13c-2 0-3.5 1.2-3.5 3h7c0-1.8-1.5-3-3.5-3ZM14 9v2h5V9ZM14 13v2h5v-2Z",
      "currentColor",
    ],
  ],
}
export const markJumpcloud: ProviderMark = {
  paths: [
    ["M7 19a5 5 0 0 1-.8-9.9A6.5 6.5 0 0 1 18.4 9 5 5 0 0 1 17.5 19ZM12 9.5L8.5 13H11v3.5h2V13h2.5Z", "currentColor"],
  ],
}
export const markLinkedin: ProviderMark = {
  paths: [
    [
      "M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4ZM6.5 10v8H9v-8ZM7.75 5.8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM11 10v8h2.5v-4.2c0-1.2.6-1.8 1.5-1.8s1.5.6 1.5 1.8V18H19v-5c0-2-1.2-3.2-3-3.2-1.2 0-2 .5-2.5 1.2v-1Z",
      "currentColor",
    ],
  ],
}
export const markLoginGov: ProviderMark = {
  paths: [
    [
      "M12 2l8 3v6c0 5.5-3.4 9.3-8 11-4.6-1.7-8-5.5-8-11V5ZM12 7.5a2.5 2.5 0 0 0-1.2 4.7L10 17h4l-.8-4.8A2.5 2.5 0 0 0 12 7.5Z",
      "currentColor",
    ],
  ],
}
export const markMonday: ProviderMark = {
  paths: [
    [
      "M1.6 16.2l3-7a2 2 0 0 1 3.7 1.6l-3 7a2 2 0 0 1-3.7-1.6ZM8.6 16.2l3-7a2 2 0 0 1 3.7 1.6l-3 7a2 2 0 0 1-3.7-1.6ZM19.5 14a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
      "currentColor",
    ],
  ],
}
export const markOnelogin: ProviderMark = {
  paths: [["M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20ZM10 8.5v2.2h1.2V17h2.6V8.5Z", "currentColor"]],
}
export const markPingId: ProviderMark = {
  paths: [
    [
      "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20ZM12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z",
      "currentColor",
    ],
  ],
}
export const markPipedrive: ProviderMark = {
  paths: [
    [
      "M13 3a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM13 6.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM6.5 3H10v19H6.5Z",
      "currentColor",
    ],
  ],
}
export const markPolar: ProviderMark = {
  paths: [
    [
      "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20ZM12 4a5 8 0 1 0 0 16 5 8 0 0 0 0-16ZM12 6.5a2.2 5.5 0 1 1 0 11 2.2 5.5 0 0 1 0-11Z",
      "currentColor",
    ],
  ],
}
export const markSalesforce: ProviderMark = {
  paths: [["M7 19a5 5 0 0 1-.8-9.9A6.5 6.5 0 0 1 18.4 9 5 5 0 0 1 17.5 19Z", "currentColor"]],
}
export const markSlack: ProviderMark = {
  paths: [
    [
      "M7.5 4.5a1.5 1.5 0 0 1 3 0v15a1.5 1.5 0 0 1-3 0ZM13.5 4.5a1.5 1.5 0 0 1 3 0v15a1.5 1.5 0 0 1-3 0ZM4.5 7.5h15a1.5 1.5 0 0 1 0 3h-15a1.5 1.5 0 0 1 0-3ZM4.5 13.5h15a1.5 1.5 0 0 1 0 3h-15a1.5 1.5 0 0 1 0-3Z",
      "currentColor",
    ],
  ],
}
export const markVipps: ProviderMark = {
  paths: [
    ["M4 11.5c3 6 13 6 16 0l2 1.2c-4 8.4-16 8.4-20 0ZM16 4.5a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z", "currentColor"],
  ],
}
export const markWorkos: ProviderMark = {
  paths: [["M7 3.5h10L22 12l-5 8.5H7L2 12ZM8.7 6.5L5.5 12l3.2 5.5h6.6l3.2-5.5-3.2-5.5Z", "currentColor"]],
}
export const markYahoo: ProviderMark = {
  paths: [
    [
      "M2 6h3.4l3.1 5.4L11.6 6H15l-5 8.6V20H7v-5.4ZM17 4h4l-1.2 9.5h-1.6ZM19 15.4a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2Z",
      "currentColor",
    ],
  ],
}

/**
 * Marks that simple-icons lacks, made by Latchkit: simple shapes of one path, in the text's color. None of them copies
 * a provider's own file.
 */
export const DRAWN_MARKS: Readonly<Record<string, ProviderMark | undefined>> = {
  adobe: markAdobe,
  amazon: markAmazon,
  "azure-devops": markAzureDevops,
  cognito: markCognito,
  dingtalk: markDingtalk,
  docusign: markDocusign,
  feishu: markFeishu,
  freshbooks: markFreshbooks,
  heroku: markHeroku,
  "id-me": markIdMe,
  jumpcloud: markJumpcloud,
  linkedin: markLinkedin,
  "login-gov": markLoginGov,
  monday: markMonday,
  onelogin: markOnelogin,
  "ping-id": markPingId,
  pipedrive: markPipedrive,
  polar: markPolar,
  salesforce: markSalesforce,
  slack: markSlack,
  vipps: markVipps,
  workos: markWorkos,
  yahoo: markYahoo,
}
