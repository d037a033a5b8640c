-- What the runs of one day did is counted over all tasks of a customer.
create index collection_run_started on collection_run (customer_id, started_at);

-- What a vendor sent to the address of a task, and whether a run has read it. The bytes are a kept file. The address itself is a secret of
-- the task (in `secret`, field `webhook`).
create table webhook_delivery (
  customer_id integer not null references customer (id),
  id bigint not null generated always as identity,
  task_id integer not null,
  file_id bigint not null,
  -- Lowercase hex of the SHA-256 of the bytes.
  digest text not null,
  received_at timestamptz not null,
  -- Null as long as it waits.
  taken_at timestamptz,
  primary key (customer_id, id)
);
create index webhook_delivery_task on webhook_delivery (customer_id, task_id, received_at);
select limit_to_customers('webhook_delivery');

alter table collection_run drop constraint collection_run_how_check;
alter table collection_run add constraint collection_run_how_check
  check (how in ('schedule', 'manual', 'upload', 'replay', 'mail', 'webhook'));
