-- Errors that alerts count (docs/decisions/0120): of collections, posts, emails and AI calls. Written in the transaction that records the
-- error.
create table error_event (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  -- The code of contract/rows/error-kinds.ts.
  code smallint not null,
  at timestamptz not null,
  -- How many errors it stands for, such as the refused rows of one run.
  times integer not null check (times > 0),
  crawler_id integer,
  parser_id integer,
  -- What failed, and why, for people. Both may hold text from outside.
  about text not null default '',
  words text not null default '',
  -- Whether the configurations have counted it.
  counted boolean not null default false,
  primary key (customer_id, id)
);
create index error_event_uncounted on error_event (id) where not counted;
create index error_event_at on error_event (at) where counted;
select limit_to_customers('error_event');

-- When errors send a message. A row of the provider counts the errors of all customers. Null counts any crawler, parser or kind.
create table error_configuration (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  crawler_id integer,
  parser_id integer,
  error_code smallint,
  threshold integer not null check (threshold between 1 and 10000),
  by_slack boolean not null,
  by_mail boolean not null,
  silence_minutes integer not null check (silence_minutes between 1 and 10080),
  -- What it counts now (domain/error-alerts/count-errors.ts), and the newest error in words.
  state jsonb not null default '{"kind": "quiet", "recent": []}',
  latest text not null default '',
  -- End of the silence after the last message. Null while quiet.
  due_at timestamptz,
  -- Messages so far: the cause of each is the configuration with its number.
  messages integer not null default 0,
  primary key (customer_id, id)
);
create index error_configuration_due on error_configuration (due_at) where due_at is not null;
select limit_to_customers('error_configuration');

-- Messages to Slack, in the order in which they are sent. One message for each cause, whoever retries.
create table slack_message (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  cause text not null,
  text text not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  tries integer not null default 0,
  -- Sendings that ended without an answer. The message went again after each, so Slack may show it more than once.
  in_doubt integer not null default 0,
  -- While it is being sent: after this time its process has died.
  lease_until timestamptz,
  ended_at timestamptz,
  -- What Slack said to the last try that failed.
  answer text,
  primary key (customer_id, id),
  unique (customer_id, cause)
);
create index slack_message_open on slack_message (customer_id, id) where state in ('waiting', 'sending');
select limit_to_customers('slack_message');

-- When the webhook of a customer takes the next message: one a second, later after Slack asked for a pause or was not reached.
create table slack_pace (
  customer_id integer primary key references customer (id),
  next_at timestamptz not null,
  -- Tries in a row that failed.
  failures integer not null default 0
);
select limit_to_customers('slack_pace');

alter table mail
  -- The Message-ID of the email, the same at each try. Null for emails that were stored before.
  add column message_id text,
  -- A try is under way. If it still is at the next one, its process has died.
  add column trying boolean not null default false,
  -- Tries that ended without an answer after the whole email was passed on. Its recipient may have it more than once.
  add column in_doubt integer not null default 0;

select pgboss.create_queue('error-alerts', '{"policy": "standard"}');
select pgboss.create_queue('slack', '{"policy": "standard"}');
