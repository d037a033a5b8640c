-- Failed sign-ins by account and by address, counted for names that do not exist too: the answer must not tell them apart.
-- Global: an attempt belongs to no customer until it succeeds. `key` is a hash.
create table sign_in_attempt (
  key text primary key,
  failures integer not null,
  window_started_at timestamptz not null
);

-- A user of one customer who may also work for another; both sides agreed where agreed_at is set [D3.5].
create table user_link (
  customer_id integer not null references customer (id),
  user_id integer not null,
  linked_customer_id integer not null references customer (id),
  asked_at timestamptz not null default now(),
  agreed_at timestamptz,
  primary key (customer_id, user_id, linked_customer_id),
  foreign key (customer_id, user_id) references app_user (customer_id, id) on delete cascade
);

create table mail (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  to_address text not null,
  subject text not null,
  text text not null,
  at timestamptz not null default now(),
  sent_at timestamptz,
  tries smallint not null default 0,
  next_at timestamptz not null default now(),
  primary key (customer_id, id)
);
create index mail_due on mail (next_at) where sent_at is null;
