-- Unguessable addresses of XML feeds. Global: the caller of an address names no customer.
create table feed_address (
  key text primary key,
  customer_id integer not null references customer (id),
  target_id integer not null
);
