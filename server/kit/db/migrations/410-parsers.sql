-- Parsers find the values of jobs in vendors' mails. They are the provider's, for all customers. `shipped` names one that the product
-- brings; a removed parser keeps its row, so that the product does not bring it again.
create table parser (
  id integer generated always as identity primary key,
  name text not null,
  description text not null default '',
  reads_sheets boolean not null default false,
  needs_table boolean not null default false,
  without_job_id boolean not null default false,
  lists_all_jobs boolean not null default false,
  last_column text not null default '',
  first_row integer not null default 0,
  last_row integer not null default 0,
  source_id integer,
  shipped text unique,
  removed_at timestamptz
);
create unique index parser_name on parser (lower(name)) where removed_at is null;

-- Rules from 10000 on choose the parser of a document. A rule can be for the documents of one customer only.
create table parser_rule (
  id integer primary key,
  only_customer integer references customer (id),
  pattern text not null,
  separator text not null default '',
  part integer not null default 0,
  description text not null default ''
);

create table parser_token (
  id integer generated always as identity primary key,
  parser_id integer not null references parser (id),
  number integer not null,
  type smallint not null,
  data_type smallint not null,
  target text,
  field_id integer,
  label text not null default '',
  address text not null default '',
  column_name text not null default '',
  lookup text not null default '',
  fallback text not null default '',
  rule_id integer references parser_rule (id),
  next integer not null default 0,
  next_failed integer not null default 0,
  unique (parser_id, number)
);
create index parser_token_rule on parser_token (rule_id);

-- Mails that show how a parser works, without what runs, loads or hides in them.
create table parser_sample (
  id integer generated always as identity primary key,
  parser_id integer not null references parser (id),
  name text not null,
  content bytea not null,
  added_at timestamptz not null
);
create index parser_sample_parser on parser_sample (parser_id);

-- The parsers that read a customer's mails.
create table customer_parser (
  customer_id integer not null references customer (id),
  parser_id integer not null references parser (id),
  primary key (customer_id, parser_id)
);
select limit_to_customers('customer_parser');
