-- Lists of a target that lost more than a third of their values: kept aside until a person decides (docs/decisions/0093).
create table waiting_list (
  customer_id integer not null references customer (id),
  target_id integer not null,
  kind text not null,
  listed jsonb not null,
  read_at timestamptz not null,
  primary key (customer_id, target_id, kind)
);
select limit_to_customers('waiting_list');
