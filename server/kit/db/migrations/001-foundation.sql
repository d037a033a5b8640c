-- Global tables: no customer owns their rows. Every other table leads its primary key with customer_id.
create table customer (
  id integer generated always as identity primary key,
  name text not null,
  parent_id integer references customer (id),
  industry smallint not null default 1,
  provider boolean not null default false,
  time_zone text not null default 'America/New_York',
  settings jsonb not null default '{}',
  labels jsonb not null default '{}',
  deleted_at timestamptz,
  created_at timestamptz not null default now()
);

create table role (
  id integer primary key,
  name text not null,
  -- The documents' "NONE authorises everything", as an explicit flag and never a test of the text.
  authorises_everything boolean not null default false,
  administrator boolean not null default false,
  rights integer[] not null default '{}'
);

-- Sign-in names are unique over all customers, so they stand apart from the customer's own user row.
create table sign_in (
  email text primary key check (email = lower(email)),
  customer_id integer not null references customer (id),
  user_id integer not null,
  password_hash text not null,
  expired boolean not null default false
);

create table global_feed (one boolean primary key default true check (one), rev bigint not null default 0, min_rev bigint not null default 0);
insert into global_feed default values;

create table feed_epoch (
  one boolean primary key default true check (one),
  epoch text not null default gen_random_uuid()::text,
  started_at timestamptz not null default now(),
  clean boolean not null default true,
  recoveries jsonb not null default '[]'
);
insert into feed_epoch default values;

create table used_challenge (nonce text primary key, expires_at timestamptz not null);

-- Tenant tables.
create table app_user (
  customer_id integer not null references customer (id),
  id integer generated always as identity,
  email text not null,
  name text not null,
  phone text,
  role_id integer not null references role (id),
  rights integer[] not null default '{}',
  prefs jsonb not null default '{}',
  disclaimer_by text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (customer_id, id)
);

create table session (
  customer_id integer not null references customer (id),
  id uuid not null default gen_random_uuid(),
  user_id integer not null,
  refresh_hash text not null,
  previous_hash text,
  -- Within the grace a lost answer gets the same successor again; sealed, never in the clear.
  successor_sealed text,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  device text not null default '',
  acting_customer_id integer,
  acting_user_id integer,
  acting_until timestamptz,
  ended_at timestamptz,
  primary key (customer_id, id)
);
create unique index session_refresh on session (customer_id, refresh_hash);

create table reset_token (
  customer_id integer not null references customer (id),
  token_hash text not null,
  user_id integer not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_id, token_hash)
);

-- A sealed value: AES-256-GCM under the customer's data key, which is itself sealed under the master key.
create table data_key (
  customer_id integer not null references customer (id),
  id integer not null,
  sealed text not null,
  primary key (customer_id, id)
);

create table secret (
  customer_id integer not null references customer (id),
  owner text not null,
  field text not null,
  sealed text not null,
  updated_at timestamptz not null default now(),
  primary key (customer_id, owner, field)
);

create table notification (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  user_id integer,
  kind text not null,
  text text not null,
  link text,
  read_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (customer_id, id)
);

create table audit (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_id integer,
  subject_id integer,
  client_id text,
  seq bigint,
  command text not null,
  detail jsonb not null default '{}',
  rev bigint,
  primary key (customer_id, id)
);
create unique index audit_mutation on audit (customer_id, client_id, seq) where client_id is not null;

-- Sync [S2].
create table customer_feed (
  customer_id integer primary key references customer (id),
  rev bigint not null default 0,
  min_rev bigint not null default 0
);

create table client (
  customer_id integer not null references customer (id),
  client_id text not null,
  user_id integer not null,
  last_seq bigint not null default 0,
  protocol integer not null,
  device_label text not null default '',
  app_version text not null default '',
  unsent integer not null default 0,
  oldest_unsent_at timestamptz,
  persisted boolean not null default false,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  killed_at timestamptz,
  wiped_at timestamptz,
  primary key (customer_id, client_id)
);

create table mutation_result (
  customer_id integer not null,
  client_id text not null,
  seq bigint not null,
  fingerprint text not null,
  outcome jsonb not null,
  at timestamptz not null default now(),
  primary key (customer_id, client_id, seq),
  foreign key (customer_id, client_id) references client (customer_id, client_id) on delete cascade
);

create table api_key_result (
  customer_id integer not null references customer (id),
  user_id integer not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  body jsonb,
  at timestamptz not null default now(),
  primary key (customer_id, user_id, key)
);

-- Replicated collections: `row` is what every device holds (contract/rows.ts), `rev` its place in the customer's feed.
-- A deleted row stays as a tombstone (deleted, row = '{}') until the horizon passes it.
create table target (
  customer_id integer not null references customer (id),
  id integer generated by default as identity,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  settings jsonb not null default '{}',
  primary key (customer_id, id)
);
create table source (
  customer_id integer not null references customer (id),
  id integer generated by default as identity,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  primary key (customer_id, id)
);
create table task (
  customer_id integer not null references customer (id),
  id integer generated by default as identity,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  settings jsonb not null default '{}',
  next_run_at timestamptz,
  primary key (customer_id, id)
);
create table ats_value (
  customer_id integer not null references customer (id),
  id bigint generated by default as identity,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  target_id integer generated always as ((row ->> 'targetId')::integer) stored,
  kind text generated always as (row ->> 'kind') stored,
  ext_id text generated always as (row ->> 'extId') stored,
  primary key (customer_id, id)
);
create unique index ats_value_ext on ats_value (customer_id, target_id, kind, ext_id) where not deleted;

create table map_value (
  customer_id integer not null references customer (id),
  id bigint generated by default as identity,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  target_id integer generated always as ((row ->> 'targetId')::integer) stored,
  kind text generated always as (row ->> 'kind') stored,
  source_id integer generated always as ((row ->> 'sourceId')::integer) stored,
  mapped_id text generated always as (row ->> 'mappedId') stored,
  -- Normalised text and place: what makes two vendor texts the same value.
  key text not null,
  primary key (customer_id, id)
);
create unique index map_value_key on map_value (customer_id, target_id, kind, source_id, key);

create table job (
  customer_id integer not null references customer (id),
  id bigint generated by default as identity,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  -- What the feed last said, before locks; a later collection is compared with this.
  collected jsonb not null default '{}',
  source_id integer generated always as ((row ->> 'sourceId')::integer) stored,
  task_id integer generated always as ((row ->> 'taskId')::integer) stored,
  provider_job_id text generated always as (row ->> 'providerJobId') stored,
  status text generated always as (row ->> 'status') stored,
  facility_value_id bigint generated always as ((row ->> 'facilityValueId')::bigint) stored,
  primary key (customer_id, id)
);
create unique index job_provider on job (customer_id, source_id, provider_job_id) where not deleted;
create index job_facility on job (customer_id, facility_value_id);
create index target_rev on target (customer_id, rev);
create index source_rev on source (customer_id, rev);
create index task_rev on task (customer_id, rev);
create index ats_value_rev on ats_value (customer_id, rev);
create index map_value_rev on map_value (customer_id, rev);
create index job_rev on job (customer_id, rev);

-- "Why does it say this?": each collected, ruled and manual change of a field.
create table job_history (
  customer_id integer not null references customer (id),
  job_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  who text not null,
  how text not null check (how in ('collected', 'rule', 'manual', 'mapping', 'posting')),
  field text not null,
  before jsonb,
  after jsonb,
  primary key (customer_id, job_id, id)
);

create table collection_run (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  task_id integer,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  how text not null check (how in ('schedule', 'manual', 'upload')),
  file_name text,
  outcome text,
  counts jsonb not null default '{}',
  refused jsonb not null default '[]',
  primary key (customer_id, id)
);

-- Posting: intent stands here before any call; one live row per customer, target, job and generation.
create table post (
  customer_id integer not null references customer (id),
  target_id integer not null,
  job_id bigint not null,
  generation integer not null default 1,
  reference text not null,
  state text not null check (state in ('wanted', 'sending', 'unknown', 'human', 'done', 'failed')),
  external_id text,
  words text,
  tries integer not null default 0,
  lookups integer not null default 0,
  fence bigint not null default 0,
  lease_until timestamptz,
  next_at timestamptz not null default now(),
  asked_by integer,
  payload_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_id, target_id, job_id, generation)
);
create unique index post_reference on post (customer_id, reference);
create index post_due on post (next_at) where state in ('wanted', 'sending', 'unknown');
