-- How the columns of a source's files are read, as people chose it, by the headers of the file. The newest goes first for headers that
-- no file had before.
create table column_mapping (
  customer_id integer not null references customer (id),
  source_id integer not null,
  signature text not null,
  mapping jsonb not null,
  saved_by integer not null,
  saved_at timestamptz not null,
  primary key (customer_id, source_id, signature)
);
create index column_mapping_newest on column_mapping (customer_id, saved_at desc);
select limit_to_customers('column_mapping');

-- Rows that gave a job without the value of an optional field, with the reasons, as in `refused`.
alter table collection_run add column warned jsonb not null default '[]';
