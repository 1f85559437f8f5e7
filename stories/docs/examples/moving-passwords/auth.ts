import { compare } from "bcryptjs"
import { MemoryAdapter } from "latchkit/adapters/memory"
import {
  bcrypt,
  betterAuth,
  django,
  firebaseScrypt,
  Nodemailer,
  Password,
} from "latchkit/providers"
import { createAuth } from "latchkit/server"

export const adapter = MemoryAdapter() // use your database

/** List only the formats that you import. */
export const accepts = [
  betterAuth(),
  bcrypt(compare), // Supabase, Auth0 and Clerk. For Devise with a pepper: bcrypt(compare, { pepper })
  django(),
  firebaseScrypt({
    // Of your project, in the Firebase console: Authentication, Users, Password hash parameters
    signerKey:
      "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    saltSeparator: "Bw==",
    rounds: 8,
    memCost: 14,
  }),
]

export const auth = createAuth({
  adapter,
  providers: [
    Password({ accepts }),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
})
