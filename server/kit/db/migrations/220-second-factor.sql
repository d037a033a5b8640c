-- The authenticator app of a user. Its secret is in `secret`; the last accepted time step prevents the reuse of a code.
create table authenticator (
  customer_id integer not null references customer (id),
  user_id integer not null,
  last_step bigint not null,
  created_at timestamptz not null default now(),
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references app_user (customer_id, id) on delete cascade
);

create table passkey (
  customer_id integer not null references customer (id),
  -- The credential id of the browser, base64url.
  id text not null,
  user_id integer not null,
  name text not null,
  host text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, user_id) references app_user (customer_id, id) on delete cascade
);
create index passkey_of_user on passkey (customer_id, user_id);

create table recovery_code (
  customer_id integer not null references customer (id),
  user_id integer not null,
  code_hash text not null,
  used_at timestamptz,
  primary key (customer_id, user_id, code_hash),
  foreign key (customer_id, user_id) references app_user (customer_id, id) on delete cascade
);

-- A sign-in whose password was right and whose second factor is missing.
create table pending_sign_in (
  customer_id integer not null references customer (id),
  token_hash text not null,
  user_id integer not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (customer_id, token_hash),
  foreign key (customer_id, user_id) references app_user (customer_id, id) on delete cascade
);

-- A challenge that a browser must sign with a passkey. `holder` is the session or pending sign-in that asked; one each.
create table passkey_challenge (
  customer_id integer not null references customer (id),
  holder text not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (customer_id, holder)
);

-- When the person of a session last confirmed who they are.
alter table session add column confirmed_at timestamptz;
