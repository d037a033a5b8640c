-- The global feed is the feed of no customer, 0: rows that every customer's devices hold, under revisions of their own [S4].
alter table customer_feed drop constraint customer_feed_customer_id_fkey;
alter table feed_mark drop constraint feed_mark_customer_id_fkey;
drop table global_feed;

-- The catalogue of collectors that tasks can use.
create table crawler (
  customer_id integer not null check (customer_id = 0),
  id integer not null,
  rev bigint not null,
  deleted boolean not null default false,
  row jsonb not null,
  primary key (customer_id, id)
);
create index crawler_rev on crawler (customer_id, rev);
