-- When each list of a target was last read, whole or by changes: from there the next sync by changes goes on. "cleared_at": a read that
-- began before is not noted (docs/decisions/0093).
create table target_list (
  customer_id integer not null references customer (id),
  target_id integer not null,
  kind text not null,
  whole_at timestamptz,
  changes_at timestamptz,
  cleared_at timestamptz,
  primary key (customer_id, target_id, kind)
);
select limit_to_customers('target_list');

-- When a target's lists were last queued to be read whole.
create index run_of_lists on run (customer_id, key, queued_at) where kind = 'sync-lists';

select pgboss.create_queue('nightly-lists', '{"policy": "short"}');
