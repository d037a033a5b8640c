-- What a task remembers from one run to the next: the marks of its vendor, the digest of the last file, its columns, failures in a
-- row. It belongs to the service: devices never get it.
alter table task add column marks jsonb not null default '{}';

-- Tasks say when they run next and what kind of error their last run met. Devices get them again.
update customer_feed set rev = rev + 1 where customer_id in (select customer_id from task where not deleted);
update task t set rev = f.rev, row = t.row || jsonb_build_object('runAt', '[]'::jsonb, 'error', null,
    'nextRunAt', to_char(t.next_run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from customer_feed f where f.customer_id = t.customer_id and not t.deleted;

alter table collection_run drop constraint collection_run_how_check;
alter table collection_run add constraint collection_run_how_check check (how in ('schedule', 'manual', 'upload', 'replay'));
alter table collection_run add column error text;
-- The kept file that the run read, or that it found unchanged.
alter table collection_run add column file_id bigint;

-- A file that a collection fetched or a person uploaded: compressed, then encrypted with the key of its source (in `secret`, owner
-- `source:ID`, field `files`). It is kept for 30 days; what exceeds 1 GB of a customer goes first, the oldest first.
create table kept_file (
  customer_id integer not null references customer (id),
  id bigint not null generated always as identity,
  source_id integer not null,
  task_id integer,
  -- The name of an uploaded file.
  name text,
  fetched_at timestamptz not null,
  -- Lowercase hex of the SHA-256 of the bytes as they were fetched.
  digest text not null,
  -- The file lists all open jobs of its task.
  complete boolean not null,
  body bytea not null,
  primary key (customer_id, id)
);
create index kept_file_age on kept_file (customer_id, fetched_at);
select limit_to_customers('kept_file');

-- The file that a job's values were last read from, and the record in it, counted from 1.
alter table job add column kept_file_id bigint;
alter table job add column kept_record integer;
-- Identifies what the job was staged from: its collected values, the rules and the lists. Null as soon as anything else writes the
-- row. A job with the same digest need not be staged again.
alter table job add column staged_digest text;

create function forget_staged_digest() returns trigger language plpgsql as $$
begin
  new.staged_digest := null;
  return new;
end $$;
create trigger job_written_by_others before update on job for each row
  when (old.staged_digest is not null and new.staged_digest is not distinct from old.staged_digest
    and (new.row is distinct from old.row or new.deleted is distinct from old.deleted))
  execute function forget_staged_digest();

-- Hosts of vendors that fail for a customer. While a host is closed, no scheduled run of the customer asks it. Each customer has its own
-- count, so that no customer's failures hold up another one.
create table vendor_host (
  customer_id integer not null references customer (id),
  host text not null,
  failures integer not null,
  open_until timestamptz,
  error text not null,
  primary key (customer_id, host)
);
select limit_to_customers('vendor_host');

-- A task is removed together with its open jobs as a run.
select pgboss.create_queue('task-removal', '{"policy": "short"}');
-- A large upload is staged as a run.
select pgboss.create_queue('upload', '{"policy": "short"}');
