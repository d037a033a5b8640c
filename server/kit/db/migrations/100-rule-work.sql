-- Rules run again over staged jobs: a long job of its own, taken up after a restart where it stood.
create table rule_run (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  name text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- The jobs it is for: their ids, or null for every open job, of one task where `task_id` names it.
  job_ids bigint[],
  task_id integer,
  -- Whether values are taken from the last collection first.
  recollect boolean not null default false,
  total integer not null default 0,
  seen integer not null default 0,
  changed integer not null default 0,
  after_id bigint not null default 0,
  stopping boolean not null default false,
  by text not null,
  message text not null default '',
  queued_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  lease_until timestamptz,
  primary key (customer_id, id)
);
create index rule_run_due on rule_run (queued_at) where state in ('queued', 'running');

-- Facilities that are not staffed, each by a rule of its own (action 13).
create table facility_rule (
  customer_id integer not null references customer (id),
  source_id integer not null,
  -- As people compare it: without letter case and outer space.
  facility_key text not null,
  facility text not null,
  rule_id bigint not null,
  by text not null,
  at timestamptz not null,
  primary key (customer_id, source_id, facility_key)
);

-- What the provider says of product fields beyond the catalogue; global, as the product has one list.
create table field_definition (
  id integer primary key,
  definition jsonb not null,
  by text not null,
  at timestamptz not null
);

-- What was drafted from a description, and what people said of it.
create table rule_draft (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  user_id integer not null,
  description text not null,
  engine text not null check (engine in ('built-in', 'ai')),
  draft jsonb not null,
  at timestamptz not null,
  primary key (customer_id, id)
);
create table ai_feedback (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  user_id integer not null,
  success boolean,
  mask integer not null default 0,
  message text not null default '',
  opted_out boolean not null default false,
  job_id bigint,
  operation integer not null,
  object_type integer,
  object_id bigint,
  at timestamptz not null,
  primary key (customer_id, id)
);

-- Pay: how it is calculated, and what it is calculated from.
create table pay_setting (
  customer_id integer primary key references customer (id),
  calc_type smallint not null default 0 check (calc_type in (0, 1)),
  regular_pay_rate numeric,
  hours_per_week numeric
);
create table pay_fee (
  customer_id integer not null references customer (id),
  source_id integer not null,
  vms_fee_percent numeric not null,
  bill_overtime boolean not null,
  primary key (customer_id, source_id)
);
create table pay_degree (
  customer_id integer not null references customer (id),
  ats_value_id bigint not null,
  pay_rate numeric not null,
  primary key (customer_id, ats_value_id)
);
create table pay_burden (
  customer_id integer not null references customer (id),
  id integer generated always as identity,
  state text not null,
  burden_percent numeric not null,
  primary key (customer_id, id)
);
create unique index pay_burden_state on pay_burden (customer_id, state);
