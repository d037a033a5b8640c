-- Where each customer's feed stood at some time, once a day: revisions carry no time, and tombstones are kept by it [S4].
create table feed_mark (
  customer_id integer not null references customer (id),
  rev bigint not null,
  at timestamptz not null,
  primary key (customer_id, rev)
);
