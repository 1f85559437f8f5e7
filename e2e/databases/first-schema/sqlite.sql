create table if not exists "auth_migrations" ("id" integer not null primary key);

create table "auth_users" (
  "id" text not null,
  "email" text,
  "emailVerified" integer,
  "name" text,
  "image" text,
  primary key ("id"),
  unique ("email")
) strict, without rowid;

create table "auth_accounts" (
  "provider" text not null,
  "providerAccountId" text not null,
  "userId" text not null,
  "type" text not null,
  "access_token" text,
  "refresh_token" text,
  "id_token" text,
  "scope" text,
  "token_type" text,
  "session_state" text,
  "expires_at" integer,
  "extra" text,
  primary key ("provider", "providerAccountId"),
  foreign key ("userId") references "auth_users" ("id") on delete cascade
) strict, without rowid;

create index "auth_accounts_user" on "auth_accounts" ("userId");

create table "auth_sessions" (
  "sessionToken" text not null,
  "userId" text not null,
  "expires" integer not null,
  "createdAt" integer,
  "userAgent" text,
  primary key ("sessionToken"),
  foreign key ("userId") references "auth_users" ("id") on delete cascade
) strict, without rowid;

create index "auth_sessions_user" on "auth_sessions" ("userId");

create index "auth_sessions_expires" on "auth_sessions" ("expires");

create table "auth_verification_tokens" (
  "identifier" text not null,
  "token" text not null,
  "expires" integer not null,
  primary key ("identifier", "token")
) strict, without rowid;

create index "auth_verification_tokens_expires" on "auth_verification_tokens" ("expires");

create table "auth_authenticators" (
  "credentialID" text not null,
  "userId" text not null,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" integer not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" integer not null,
  "transports" text,
  primary key ("credentialID"),
  foreign key ("userId") references "auth_users" ("id") on delete cascade
) strict, without rowid;

create index "auth_authenticators_user" on "auth_authenticators" ("userId");

create table "auth_counters" (
  "key" text not null,
  "count" integer not null,
  "expires" integer not null,
  primary key ("key")
) strict, without rowid;

create index "auth_counters_expires" on "auth_counters" ("expires");

alter table "auth_authenticators" add column "name" text;

alter table "auth_authenticators" add column "createdAt" integer;

alter table "auth_authenticators" add column "lastUsedAt" integer;

alter table "auth_users" add column "sessionEpoch" integer;

insert into "auth_migrations" ("id") values (1), (2), (3);
