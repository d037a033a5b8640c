-- A bulk or automatic run over mapping rows: one named object with its progress, the changes it made, and their undoing.
create table map_run (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  target_id integer not null,
  kind text not null check (kind in ('automap', 'clear', 'bulk', 'premap', 'ai')),
  name text not null,
  -- Which rows, and what becomes of them (server/mapping/run-work.ts).
  work jsonb not null,
  state text not null check (state in ('queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  total integer not null,
  seen integer not null default 0,
  changed integer not null default 0,
  jobs integer,
  -- The last row that was looked at, and the last one that stood there at the start.
  cursor_id bigint not null default 0,
  upto_id bigint not null,
  asked_by integer not null,
  by_name text not null,
  queued_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  message text not null default '',
  stopping boolean not null default false,
  restored integer not null default 0,
  kept integer not null default 0,
  fence bigint not null default 0,
  lease_until timestamptz,
  primary key (customer_id, id)
);
create index map_run_due on map_run (queued_at) where state in ('queued', 'running', 'undoing');

-- What a run left of each row, beside what stood there: only the fields that say what a text is mapped to.
create table map_run_change (
  customer_id integer not null,
  run_id bigint not null,
  value_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  undone boolean not null default false,
  primary key (customer_id, run_id, value_id),
  foreign key (customer_id, run_id) references map_run (customer_id, id) on delete cascade
);

-- What a target's list says of a value beyond what every device holds: region, hours and days a week, client of a shift.
alter table ats_value add column detail jsonb not null default '{}';

-- Reference lists that no text is mapped to: order types (5, 6), contacts (8), VMS shifts (10), MSPs (11).
create table ats_object (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  target_id integer not null,
  type smallint not null check (type in (5, 6, 8, 10, 11)),
  ext_id text not null,
  name text not null,
  removed boolean not null default false,
  detail jsonb not null default '{}',
  primary key (customer_id, id)
);
create unique index ats_object_ext on ats_object (customer_id, target_id, type, ext_id);

create table source_order_type (
  customer_id integer not null references customer (id),
  target_id integer not null,
  order_type smallint not null check (order_type in (5, 6)),
  source_id integer not null,
  ext_id text not null,
  primary key (customer_id, target_id, order_type, source_id)
);

create table premap_line (
  customer_id integer not null references customer (id),
  target_id integer not null,
  place integer not null,
  line jsonb not null,
  primary key (customer_id, target_id, place)
);

-- Global: facilities that all customers share, kept by administrators.
create table shared_facility (
  id integer primary key generated always as identity,
  name text not null,
  address text,
  city text,
  state text,
  country text,
  zip text,
  is_healthcare boolean not null default true
);
create index shared_facility_place on shared_facility (state, name);
