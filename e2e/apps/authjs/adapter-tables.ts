/** The tables in the documentation of `@auth/pg-adapter`. */
export const PG_TABLES = `
create table verification_token (identifier text not null, expires timestamptz not null, token text not null, primary key (identifier, token));
create table accounts (id serial, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
  "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text, scope text,
  session_state text, token_type text, primary key (id));
create table sessions (id serial, "userId" integer not null, expires timestamptz not null, "sessionToken" varchar(255) not null, primary key (id));
create table users (id serial, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text, primary key (id));`

/** The tables of `@auth/drizzle-adapter`'s default schema. */
export const DRIZZLE_TABLES = `
create table "user" (id text primary key, name text, email text unique, "emailVerified" timestamp, image text);
create table account ("userId" text not null references "user"(id) on delete cascade, type text not null, provider text not null,
  "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text,
  id_token text, session_state text, primary key (provider, "providerAccountId"));
create table session ("sessionToken" text primary key, "userId" text not null references "user"(id) on delete cascade, expires timestamp not null);
create table "verificationToken" (identifier text not null, token text not null, expires timestamp not null, primary key (identifier, token));
create table authenticator ("credentialID" text not null unique, "userId" text not null references "user"(id) on delete cascade,
  "providerAccountId" text not null, "credentialPublicKey" text not null, counter integer not null,
  "credentialDeviceType" text not null, "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"));`

/** The tables of `@auth/kysely-adapter`. */
export const KYSELY_TABLES = `
create table "User" (id uuid primary key default gen_random_uuid(), name text, email text unique, "emailVerified" timestamptz, image text);
create table "Account" (id uuid primary key default gen_random_uuid(), "userId" uuid not null references "User"(id) on delete cascade,
  type text not null, provider text not null, "providerAccountId" text not null, refresh_token text, access_token text, expires_at bigint,
  token_type text, scope text, id_token text, session_state text);
create table "Session" (id uuid primary key default gen_random_uuid(), "userId" uuid not null references "User"(id) on delete cascade,
  "sessionToken" text not null unique, expires timestamptz not null);
create table "VerificationToken" (identifier text not null, token text not null unique, expires timestamptz not null);`

/** The tables that Prisma creates from `prisma/schema.prisma`. */
export const PRISMA_TABLES = `
create table "User" (id text primary key, name text, email text not null unique, "emailVerified" timestamp(3), image text);
create table "Account" ("userId" text not null references "User"(id) on update cascade on delete cascade, type text not null,
  provider text not null, "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text,
  scope text, id_token text, session_state text, primary key (provider, "providerAccountId"));
create table "Session" ("sessionToken" text not null unique, "userId" text not null references "User"(id) on update cascade on delete cascade,
  expires timestamp(3) not null);
create table "VerificationToken" (identifier text not null, token text not null, expires timestamp(3) not null, primary key (identifier, token));
create table "Authenticator" ("credentialID" text not null unique, "userId" text not null references "User"(id) on update cascade on delete cascade,
  "providerAccountId" text not null, "credentialPublicKey" text not null, counter integer not null,
  "credentialDeviceType" text not null, "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"));`
