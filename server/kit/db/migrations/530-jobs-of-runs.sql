-- What a run over jobs did with each of them: the run is a changeset with a name, which can be looked at and undone as a whole.
-- `before` and `after` hold only the values that differ (domain/jobs/job-image.ts); both are null where the job did not change.
create table run_job (
  customer_id integer not null references customer (id),
  run_id bigint not null,
  job_id bigint not null,
  outcome text not null check (outcome in ('changed', 'same', 'gone', 'failed', 'not_asked')),
  -- Why the vendor said nothing about it.
  words text,
  before jsonb,
  after jsonb,
  undone boolean not null default false,
  primary key (customer_id, run_id, job_id),
  foreign key (customer_id, run_id) references run (customer_id, id) on delete cascade
);
select limit_to_customers('run_job');

-- The vendors of chosen jobs are asked about them.
select pgboss.create_queue('refresh', '{"policy": "short"}');
