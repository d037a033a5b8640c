-- A file that waits for its second step: looked at, not yet staged. Removed after a day.
create table upload (
  customer_id integer not null references customer (id),
  id uuid not null default gen_random_uuid(),
  user_id integer not null,
  file_name text not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (customer_id, id)
);
