/** Copies the users of your table. Run it once, after `npx latchkit migrate`. */
export const COPY_USERS = `
insert into auth_users (id, email, "emailVerified", name)
select id, lower(email), null, full_name from users
`
