// The icons of all cards but the sign-in card. Each is its own export, so that an app loads only those it shows
export const check = "M12 21a9 9 0 1 1 .01 0ZM8.2 12.4l2.6 2.6 5-5.4"
export const down = "M6.5 9.5 12 15l5.5-5.5"
export const exit = "M9.5 4H7a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h2.5M15.5 16.5 20 12l-4.5-4.5M20 12H9.5"
export const lock = "M7 10.5h10q2 0 2 2v6q0 2-2 2H7q-2 0-2-2v-6q0-2 2-2ZM8 10.5v-3a4 4 0 0 1 8 0v3"
export const link =
  "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 1 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 1 0 11 19.4l1-1"
export const envelope =
  "M5.5 5h13a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5v-9a2.5 2.5 0 0 1 2.5-2.5ZM3.5 7.5l7.2 5.2a2.2 2.2 0 0 0 2.6 0l7.2-5.2"
export const exitAll = "M11.5 4H10a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h1.5M16.5 16 20.5 12l-4-4M20.5 12H11M3.5 6v12"
export const plus = "M12 5v14M5 12h14"
export const person = "M12 12a4 4 0 1 1 .01 0ZM4.5 20.5c0-3.6 3.3-6 7.5-6s7.5 2.4 7.5 6"
export const shield = "M12 3 4.5 5.8v5.4c0 4.6 3.1 8 7.5 9.8 4.4-1.8 7.5-5.2 7.5-9.8V5.8L12 3ZM8.8 12l2.3 2.3 4.1-4.5"
export const codes =
  "M7 3.5h10a3.5 3.5 0 0 1 3.5 3.5v10a3.5 3.5 0 0 1-3.5 3.5h-10a3.5 3.5 0 0 1-3.5-3.5v-10a3.5 3.5 0 0 1 3.5-3.5ZM7.7 8.3h3m-3 3.7h3m-3 3.7h3m2.6-7.4h3m-3 3.7h3m-3 3.7h3"
export const phone =
  "M9 3h6a2.5 2.5 0 0 1 2.5 2.5v13a2.5 2.5 0 0 1-2.5 2.5h-6a2.5 2.5 0 0 1-2.5-2.5v-13a2.5 2.5 0 0 1 2.5-2.5ZM11 18h2"
export const next = "M9.5 6.5 15 12l-5.5 5.5"
export const previous = "M14.5 6.5 9 12l5.5 5.5"
export const tick = "M5 12.5l4.6 4.5L19 7"
export const copy =
  "M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM5.5 15.5a2 2 0 0 1-1-1.7V6.5a2 2 0 0 1 2-2h7.3a2 2 0 0 1 1.7 1"
export const download = "M12 4v11M7.5 10.8 12 15.3l4.5-4.5M5 19.5h14"
export const printer =
  "M7.5 9V4h9v5M7.5 16.5H6A2.5 2.5 0 0 1 3.5 14v-2.5A2.5 2.5 0 0 1 6 9h12a2.5 2.5 0 0 1 2.5 2.5V14a2.5 2.5 0 0 1-2.5 2.5h-1.5M7.5 14h9v6h-9z"
export const laptop =
  "M6.5 5h11a2.2 2.2 0 0 1 2.2 2.2v6.6a1.9 1.9 0 0 1-1.9 1.9h-11.6a1.9 1.9 0 0 1-1.9-1.9v-6.6a2.2 2.2 0 0 1 2.2-2.2ZM2.5 19h19"
export const tablet =
  "M7.5 3h9a2.5 2.5 0 0 1 2.5 2.5v13a2.5 2.5 0 0 1-2.5 2.5h-9a2.5 2.5 0 0 1-2.5-2.5v-13a2.5 2.5 0 0 1 2.5-2.5ZM11 18h2"
export const clock = "M12 21a9 9 0 1 1 .01 0ZM12 7v5l3.4 2"
export const trash = "M4.5 6.5h15M9.5 6.2V4h5v2.2M6.3 6.5l.9 12a2.1 2.1 0 0 0 2.1 2h5.4a2.1 2.1 0 0 0 2.1-2l.9-12"
