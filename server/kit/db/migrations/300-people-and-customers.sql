-- People. A person who was invited and has no password yet has a sign-in without one. A removed person keeps the row, so that the
-- audit can name them; `disabled_at` is set as well, which closes every door.
alter table sign_in alter column password_hash drop not null;
alter table app_user
  add column deleted_at timestamptz,
  add column invited_at timestamptz,
  -- Mails and notices that the person gets: DC (data collection), billing and system alerts, and new tickets of the customer.
  add column alerts jsonb not null default '{}';
alter table reset_token add column kind text not null default 'reset' check (kind in ('reset', 'invitation'));

-- Customers.
create table plan (
  id integer primary key,
  name text not null,
  agents_included integer not null,
  user_licenses_limit integer not null
);
insert into plan (id, name, agents_included, user_licenses_limit) values
  (1, 'Starter', 5, 5), (2, 'Team', 15, 25), (3, 'Agency', 50, 100), (4, 'Enterprise', 200, 1000);

alter table customer
  add column email text,
  -- Addresses that get the customer's notices, besides its people.
  add column notify text,
  add column status text not null default 'active' check (status in ('active', 'trial', 'suspended', 'inactive')),
  add column since_on date,
  add column implemented_on date,
  -- Nobody of the customer works from this day on, in the customer's time zone.
  add column disable_on date,
  add column keep_active_till date,
  add column cleanup_degree_spec smallint not null default 0,
  add column gsa_method smallint not null default 0,
  add column account_manager text,
  add column plan_id integer references plan (id),
  add column agents_included integer not null default 5,
  add column user_licenses_limit integer not null default 5,
  -- The id at the accounting provider.
  add column ext_id text,
  add column past_due boolean not null default false,
  add column past_due_notice text,
  add column deleted_by integer;
update customer set since_on = created_at::date, plan_id = 2, agents_included = 15, user_licenses_limit = 25 where not provider;

-- Links: 1 asked, 2 approved, 3 rejected. Only an approved one has `agreed_at`, which every check of access reads.
alter table user_link
  add column rejected_at timestamptz,
  add column decided_by integer,
  add column reason text;
create index user_link_asked_of on user_link (linked_customer_id);
create index customer_parent on customer (parent_id);

-- Roles are numbered by the service. A change of a role names the version that its editor saw.
alter table role add column version integer not null default 1;
create sequence role_id start 100;
-- Each new right is given to its roles once, by the table in `domain/rights/new-rights.ts`; what is here was given.
create table given_right (right_id integer primary key, given_at timestamptz not null default now());
-- Rights that existed before this table.
insert into given_right (right_id) select generate_series(1, 32);
