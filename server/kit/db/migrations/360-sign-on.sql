-- How the people of a customer sign in at a provider of their own (OpenID Connect). The client secret is in `secret`.
create table sign_on (
  customer_id integer primary key references customer (id),
  issuer text not null,
  client_id text not null,
  -- Whether passwords of this service also work. If not, they work for `keepers` alone, the way back when the provider is away.
  local_passwords boolean not null default true,
  keepers integer[] not null default '{}',
  updated_at timestamptz not null default now()
);
select limit_to_customers('sign_on');

-- The e-mail domains of a customer. One has an effect once the provider of this service has confirmed that it is the customer's.
create table sign_on_domain (
  domain text not null,
  customer_id integer not null references customer (id),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  confirmed_by integer,
  primary key (domain, customer_id)
);
create unique index sign_on_domain_of_one on sign_on_domain (domain) where confirmed_at is not null;
create index sign_on_domain_of_customer on sign_on_domain (customer_id);
select limit_to_customers('sign_on_domain');

-- A browser that is away at its provider. The browser has the token in a cookie, the table only its hash. With `session_id`, the
-- person confirms who uses that session.
create table sign_on_attempt (
  customer_id integer not null references customer (id),
  token_hash text not null,
  session_id uuid,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (customer_id, token_hash)
);
select limit_to_customers('sign_on_attempt');

-- The person proved a second factor to the provider, as it says.
alter table session add column factor_at_provider boolean not null default false;
