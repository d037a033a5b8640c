-- The address that a task's mails are sent to: its unguessable part before the @. Whoever knows it can send mails to the task, so no
-- device gets it with the task.
create table mail_address (
  customer_id integer not null references customer (id),
  task_id integer not null,
  key text not null,
  created_at timestamptz not null,
  primary key (customer_id, task_id)
);
create index mail_address_key on mail_address (key);
select limit_to_customers('mail_address');

-- A mail that a task got. Its bytes are compressed, then encrypted with the key of its source, as those of kept files. It is stored
-- before its sender is told that it was taken, and stays in the table until its task has read it, however often a process ends.
create table received_mail (
  customer_id integer not null references customer (id),
  id bigint not null generated always as identity,
  task_id integer not null,
  source_id integer not null,
  -- How it came: sent to the address of the task, or fetched from its mailbox.
  way text not null check (way in ('smtp', 'mailbox')),
  received_at timestamptz not null,
  -- Empty if the mail names none.
  message_id text not null,
  -- Lowercase hex of the SHA-256 of what its sender sent, without what mail servers on the way add.
  digest text not null,
  sender text not null,
  subject text not null,
  size integer not null,
  -- What mail servers said about the sender: its IP address, its greeting, and the sender of the envelope. Null for a mailbox.
  envelope jsonb,
  -- What SPF, DKIM and DMARC say about the sender; null as long as it is not checked.
  sender_check jsonb,
  -- A person takes the mail although its sender could not be confirmed, or although it lists far fewer jobs.
  sender_accepted boolean not null default false,
  fewer_accepted boolean not null default false,
  -- waiting: to be read. held: its sender is not confirmed, a person decides. read: it gave jobs. unread: no parser took it.
  -- failed: it could not be read. ignored: an automatic reply, a mail of Jobdock itself, or refused by a person.
  state text not null default 'waiting' check (state in ('waiting', 'held', 'read', 'unread', 'failed', 'ignored')),
  -- The documented kind of processing: 0 email, 1 scheduled, 2 single job, 3 all open jobs.
  processing smallint not null default 0 check (processing between 0 and 3),
  parser_id integer,
  counts jsonb not null default '{}',
  -- The kind of error, and the result as a sentence.
  error text,
  words text not null default '',
  -- Refused tries, and when it is tried again.
  tries integer not null default 0,
  due_at timestamptz not null,
  read_at timestamptz,
  body bytea not null,
  primary key (customer_id, id),
  -- The same mail counts once for a task.
  unique (customer_id, task_id, message_id, digest)
);
create index received_mail_waiting on received_mail (customer_id, task_id, due_at) where state = 'waiting';
create index received_mail_age on received_mail (customer_id, received_at);
create index received_mail_id on received_mail (id);
select limit_to_customers('received_mail');

-- The mail that a job's values were last read from; its place in it is in kept_record.
alter table job add column received_mail_id bigint;

-- Where reading of a task's mailbox goes on. A server that renumbers its mails gives another uid_validity.
create table mailbox_cursor (
  customer_id integer not null references customer (id),
  task_id integer not null,
  uid_validity bigint not null,
  last_uid bigint not null,
  looked_at timestamptz not null,
  primary key (customer_id, task_id)
);
select limit_to_customers('mailbox_cursor');
