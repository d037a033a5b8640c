-- FreshBooks mirrors the built-in ledger (docs/decisions/0128). Without it there are no rows.

-- The authorization at FreshBooks. One row, of the provider. Its tokens and the secret of the app are in "secret".
create table freshbooks_access (
  customer_id integer primary key references customer (id),
  -- The ID of the app at FreshBooks; null while none is set.
  client_id text,
  -- A part of every reference, so that two installations with one account never take each other's clients and invoices. It never changes.
  mark text not null,
  -- Where FreshBooks is. Only the demo has others.
  api_url text not null default 'https://api.freshbooks.com',
  auth_url text not null default 'https://auth.freshbooks.com',
  -- none: not authorized. ready: tokens are there. ended: FreshBooks takes them no more, and staff must authorize again.
  state text not null default 'none' check (state in ('none', 'ready', 'ended')),
  -- The business whose books mirror the ledger, and all that the authorization reaches: [{"account", "name"}].
  account text,
  businesses jsonb not null default '[]',
  -- When the access token ends, and from when on it is renewed.
  expires_at timestamptz,
  renew_at timestamptz,
  -- A process renews the tokens until then at most.
  renewing_until timestamptz,
  -- Renewals since the last answer whose own answer was lost.
  in_doubt integer not null default 0,
  -- The authorization that is under way: the hash of its state, who began it, and until when it may end.
  asked_hash text,
  asked_by integer,
  asked_until timestamptz,
  -- When FreshBooks was asked last for its businesses and for its clients, and why calls wait.
  checked_at timestamptz,
  clients_at timestamptz,
  problem text,
  -- When FreshBooks is called next, after how many failures, and when payments were read last.
  next_at timestamptz,
  failures integer not null default 0,
  polled_at timestamptz
);
select limit_to_customers('freshbooks_access');

-- The clients of the account, as they were read last. Rows are the provider's.
create table freshbooks_client (
  customer_id integer not null references customer (id),
  account text not null,
  id bigint not null,
  name text not null,
  email text not null,
  primary key (customer_id, account, id)
);
select limit_to_customers('freshbooks_client');

-- What of a customer's ledger is in the accounts outside: its client, its invoices, and the entries of these. "own_id" is the ID in Jobdock.
create table accounting_link (
  customer_id integer not null references customer (id),
  account text not null,
  kind text not null check (kind in ('client', 'invoice', 'entry')),
  own_id bigint not null,
  -- waiting: nothing was asked for. creating: it is asked for until "lease_until". doubt: it may have been made, and no answer came. made: it
  -- is there. open: it can be paid there, too. removing and removed: it was taken back. failed: refused, and a person must act.
  state text not null default 'waiting'
    check (state in ('waiting', 'creating', 'doubt', 'made', 'open', 'removing', 'removed', 'failed')),
  ext_id bigint,
  -- Where an invoice can be seen and paid.
  page text,
  next_at timestamptz,
  lease_until timestamptz,
  tries integer not null default 0,
  in_doubt integer not null default 0,
  problem text,
  made_at timestamptz not null,
  primary key (customer_id, account, kind, own_id)
);
create unique index accounting_link_ext on accounting_link (customer_id, account, kind, ext_id) where ext_id is not null;
create index accounting_link_of_ext on accounting_link (account, kind, ext_id) where ext_id is not null;
create index accounting_link_due on accounting_link (account) where state not in ('open', 'removed', 'failed');
select limit_to_customers('accounting_link');

-- Payments that were made at FreshBooks and could not be taken, so that staff see each once. A row goes when it could be taken.
create table accounting_difference (
  customer_id integer not null references customer (id),
  account text not null,
  payment_id bigint not null,
  invoice_id bigint not null,
  words text not null,
  at timestamptz not null,
  primary key (customer_id, account, payment_id)
);
select limit_to_customers('accounting_difference');

select pgboss.create_queue('freshbooks', '{"policy": "standard"}');

-- The account that the ledger is mirrored in now; null while FreshBooks is not connected. For rows of customers, who do not see the access.
create function accounting_account() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select account from freshbooks_access where client_id is not null and state <> 'none' order by customer_id limit 1
$$;
