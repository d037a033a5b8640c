-- When calls to a target may be made next, for all processes together (docs/decisions/0092). One row for each connection.
create table target_pace (
  customer_id integer not null references customer (id),
  target_id integer not null,
  -- The first turn that no call has.
  next_at timestamptz not null default to_timestamp(0),
  -- The first turn of a call that reads, while posts wait.
  reads_next_at timestamptz not null default to_timestamp(0),
  posts_until timestamptz not null default to_timestamp(0),
  -- The target asked for a pause until then.
  paused_until timestamptz not null default to_timestamp(0),
  minute_at timestamptz not null default to_timestamp(0),
  minute_calls integer not null default 0,
  -- The first day of the month in UTC, and the calls of that month.
  month date not null default '1970-01-01',
  month_calls integer not null default 0,
  -- The month that people had a notice of.
  alarmed_month date,
  -- What the target itself says of its day.
  day_used integer,
  day_allowed integer,
  day_at timestamptz,
  called_at timestamptz,
  primary key (customer_id, target_id)
) with (fillfactor = 50);
select limit_to_customers('target_pace');
