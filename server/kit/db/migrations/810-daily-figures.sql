-- What happened at a customer on each day of its own zone: one row a day, written once the day is over (docs/decisions/0102). The time from
-- "from_at" to before "until_at" is what the row counts; the next day begins where it ends, so that no change is counted twice.
create table daily_figure (
  customer_id integer not null references customer (id),
  day date not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at >= from_at),
  new_jobs integer not null,
  closed_jobs integer not null,
  posted_jobs integer not null,
  counted_at timestamptz not null,
  primary key (customer_id, day)
);
select limit_to_customers('daily_figure');

-- When jobs arrived and when they left the status Open, and the calls that made a job order or found one.
create index job_history_of_days on job_history (customer_id, at) where field in ('job', 'status');
create index post_attempt_of_days on post_attempt (customer_id, at) where kind in ('post', 'lookUp');

select pgboss.create_queue('daily-figures', '{"policy": "short"}');
