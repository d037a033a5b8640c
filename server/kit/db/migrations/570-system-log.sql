-- What the processes of the service logged, for administrators: sentences of the code, never values that came from outside. `customer` is
-- whom a line is about, if anyone; the rows belong to no customer.
create table system_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- As pino numbers them: 30 info, 40 warning, 50 error, 60 fatal.
  level smallint not null,
  process text not null,
  area text not null,
  customer integer,
  words text not null,
  -- The id of an error as people see it.
  error_id text
);
create index system_log_at on system_log (at);
-- Calls for customers do not read it.
revoke all on system_log from jobdock_customer, jobdock_customers;
