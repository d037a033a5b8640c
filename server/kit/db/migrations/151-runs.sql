-- One table of long work for every kind: mapping, rules, collection, list syncs (docs/decisions/0032). What only one kind knows is in
-- `work` (what was asked for) and `result` (what came of it).
alter table map_run rename to run;
alter index map_run_pkey rename to run_pkey;
drop index map_run_due;
alter table run drop constraint map_run_kind_check;
alter table run rename constraint map_run_state_check to run_state_check;
alter table run
  -- What it is over, such as a target's id: two runs of a kind over the same never wait or run at once.
  add column key text,
  -- The outside host that it talks to.
  add column host text,
  add column result jsonb not null default '{}',
  -- Why it failed, for administrators.
  add column fault text,
  add column tries smallint not null default 0,
  add column due_at timestamptz not null default now(),
  alter column total set default 0,
  alter column asked_by drop not null;
update run set kind = 'mapping', key = target_id::text,
  work = jsonb_build_object('targetId', target_id, 'upto', upto_id, 'rows', work),
  result = jsonb_strip_nulls(jsonb_build_object('jobs', jobs, 'restored', restored, 'kept', kept));
alter table run drop column target_id, drop column upto_id, drop column jobs, drop column restored, drop column kept;
-- Until today a run could be undone while another one over its target went on.
update run r set key = null where state in ('queued', 'running', 'undoing') and exists (
  select 1 from run o where o.customer_id = r.customer_id and o.key = r.key and o.id < r.id and o.state in ('queued', 'running', 'undoing'));

insert into run (customer_id, kind, name, work, state, total, seen, changed, cursor_id, by_name, queued_at, started_at, ended_at, message,
  stopping)
select customer_id, 'rules', name, jsonb_build_object('jobIds', job_ids, 'taskId', task_id, 'recollect', recollect), state, total, seen,
  changed, after_id, by, queued_at, started_at, ended_at, message, stopping
from rule_run order by customer_id, id;
drop table rule_run;

create unique index run_one on run (customer_id, kind, key) where state in ('queued', 'running', 'undoing');
create index run_active on run (kind, queued_at) where state in ('queued', 'running', 'undoing');

-- The line of a task's history that a run writes: one, also where the run was taken up again.
alter table collection_run add column run_id bigint;
create unique index collection_run_run on collection_run (customer_id, run_id);

-- A mail is a delivery, unique by what caused it.
alter table mail add column cause text;
update mail set cause = 'mail ' || id;
alter table mail alter column cause set not null;
create unique index mail_cause on mail (customer_id, cause);
insert into pgboss.job (name, data, singleton_key, policy, retry_limit, retry_delay, retry_backoff, expire_in, keep_until)
select 'mail', jsonb_build_object('customerId', customer_id, 'mailId', id), customer_id || '/' || id, 'short', 4 - tries, 300, true,
  interval '5 minutes', at + interval '1 day'
from mail where sent_at is null and tries < 5 and at > now() - interval '1 day';
drop index mail_due;
alter table mail drop column next_at;
