/** Creates the table. It works in SQLite, PostgreSQL and MariaDB. */
export const AUDIT_TABLE = `
create table audit_log (
  id varchar(36) primary key,
  at varchar(24) not null,
  type varchar(64) not null,
  outcome varchar(8) not null,
  error varchar(255),
  actor_kind varchar(9) not null,
  actor_id varchar(255),
  user_id varchar(255),
  identifier_hash varchar(64),
  address varchar(64),
  browser varchar(32),
  system_name varchar(32),
  route varchar(64),
  provider varchar(255),
  method varchar(255)
)
`
