-- Text messages, one for each cause, whoever retries (docs/decisions/0133).
create table sms_message (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  cause text not null,
  -- The run of a job alert whose message it is. Null for a test.
  alert_run_id bigint,
  -- Number and text are removed as soon as the message has left or was given up. The key stays: a keyed hash of the number.
  to_phone text not null,
  phone_key text not null,
  text text not null,
  segments smallint not null,
  at timestamptz not null,
  -- doubt: a request may have arrived; the provider's list is asked. unknown: it could not be found out, and the message does not go again.
  -- stopped: the recipient wants none.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'doubt', 'sent', 'failed', 'unknown', 'stopped')),
  tries integer not null default 0,
  -- Requests that ended without an answer.
  in_doubt integer not null default 0,
  -- When the first request began, and when the last one has surely ended.
  asked_at timestamptz,
  doubt_since timestamptz,
  -- Looks at the provider's list that did not find it since then.
  looks smallint not null default 0,
  -- Not before this time; null for at once.
  next_at timestamptz,
  -- While a process works on it: after this time its process has died.
  lease_until timestamptz,
  -- The id that the provider gave it.
  sid text,
  ended_at timestamptz,
  answer text,
  primary key (customer_id, id),
  unique (customer_id, cause)
);
create index sms_message_open on sms_message (customer_id, id) where ended_at is null;
create index sms_message_run on sms_message (customer_id, alert_run_id) where alert_run_id is not null;
create index sms_message_ended on sms_message (ended_at) where ended_at is not null;
create index sms_message_sid on sms_message (sid) where sid is not null;
select limit_to_customers('sms_message');

-- When the messages of a customer go on after the provider took none.
create table sms_pace (
  customer_id integer primary key references customer (id),
  next_at timestamptz not null,
  failures integer not null default 0
);
select limit_to_customers('sms_pace');

-- Phones that were stopped: rows of Jobdock's provider, whose sender all customers share. A keyed hash of the number, never the number.
-- "message_ids" are those of the last answers, so that a repeated one changes nothing.
create table sms_stop (
  customer_id integer not null references customer (id),
  phone_key text not null,
  stopped boolean not null,
  changed_at timestamptz not null,
  message_ids text[] not null default '{}',
  primary key (customer_id, phone_key)
);
select limit_to_customers('sms_stop');

-- Those of some phones that were stopped, whatever customer asks.
create function stopped_phones(keys text[]) returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select phone_key from sms_stop where stopped and phone_key = any(keys)
$$;

alter table job_alert
  add column send_via text not null default 'email' check (send_via in ('email', 'sms', 'both')),
  add column sms_text text not null default '';

select pgboss.create_queue('sms', '{"policy": "standard"}');
