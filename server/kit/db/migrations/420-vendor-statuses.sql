-- The texts that a source's vendor uses for the status of a job: how they are read, and what the customer says that they mean.
create table vendor_status (
  customer_id integer not null references customer (id),
  source_id integer not null,
  -- The text in lower case, without needless spaces.
  key text not null,
  text text not null,
  -- What Jobdock reads it as by itself; null for a text that it does not know.
  read_as text,
  -- What it means to the customer; null as long as no one has said so. `status_id` is the customer's own status that was chosen.
  status text,
  status_id integer,
  first_seen_at timestamptz not null default now(),
  primary key (customer_id, source_id, key)
);
select limit_to_customers('vendor_status');
