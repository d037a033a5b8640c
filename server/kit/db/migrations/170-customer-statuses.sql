-- The statuses that a customer gives jobs; vendors' statuses are mapped to them. One of them is the default.
create table customer_status (
  customer_id int not null references customer (id) on delete cascade,
  id int generated always as identity,
  name text not null,
  is_default boolean not null default false,
  primary key (customer_id, id)
);
create unique index customer_status_name on customer_status (customer_id, lower(name));
create unique index customer_status_default on customer_status (customer_id) where is_default;
