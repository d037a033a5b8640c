-- Job orders that people changed, closed or deleted in a target.

-- The fields of a job order whose values a person kept as they are there: our value at that time (as in "sent") and theirs, by field.
alter table post add column kept jsonb;
-- When the job order was last read in the target.
alter table post add column looked_at timestamptz;
create index post_look on post (customer_id, target_id, looked_at nulls first) where external_id is not null and state = 'done';

-- What differs there, until a person decides or an update of ours settles it. "fields": field, what was sent, what is there.
-- "accepted": a person left a deleted job order deleted.
create table post_drift (
  customer_id integer not null references customer (id),
  target_id integer not null,
  job_id bigint not null,
  generation integer not null,
  kind text not null check (kind in ('changed', 'closed', 'deleted')),
  fields jsonb not null default '[]',
  found_at timestamptz not null,
  changed_at timestamptz,
  changed_by text,
  accepted boolean not null default false,
  primary key (customer_id, target_id, job_id, generation)
);
select limit_to_customers('post_drift');

-- The look at the job orders of a target: one process at a time. "events": how far the target's own list of changes was read.
create table drift_watch (
  customer_id integer not null references customer (id),
  target_id integer not null,
  events text,
  looked_at timestamptz,
  lease_until timestamptz,
  primary key (customer_id, target_id)
);
select limit_to_customers('drift_watch');

select pgboss.create_queue('drift-looks', '{"policy": "short"}');
