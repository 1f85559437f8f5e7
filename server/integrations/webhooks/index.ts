export { createWebhookSecret } from "./signature.ts"
export { verifyWebhook, WebhookVerificationError, type ReceivedWebhook, type VerifyWebhookOptions } from "./verify.ts"
export { webhook, type WebhookBody, type WebhookOptions } from "./send.ts"
