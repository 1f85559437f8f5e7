import { Email } from "./nodemailer.ts"

export { Email }
export default Email
