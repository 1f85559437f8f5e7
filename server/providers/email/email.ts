import { Email } from "./nodemailer.ts"

export type { EmailConfig, NodemailerOptions, VerificationRequest } from "./nodemailer.ts"

export { Email }
export default Email
