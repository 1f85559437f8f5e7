import { MemoryAdapter } from "latchkit/adapters/memory"

export const adapter = MemoryAdapter() // a real app has SqlAdapter(…) here
export const smtp = { server: process.env.SMTP_URL, from: "hello@nightbook.example" }
