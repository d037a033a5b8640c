-- Root keys, each sealed under a master key; all other keys are derived from them. During a change of the master key a root key has
-- a row for the old one and a row for the new one. The first start fills the table (server/kit/keys/root-keys.ts).
create table root_key (
  id integer not null check (id > 0),
  master_id text not null,
  sealed text not null,
  created_at timestamptz not null default now(),
  primary key (id, master_id)
);
-- Only the service's own role reads them, at its start.
revoke all on root_key from jobdock_customer, jobdock_customers, jobdock_everyone;
