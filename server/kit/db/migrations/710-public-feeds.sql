-- The address of a feed can be renewed: the old one ends, and says so to who still reads it.
alter table feed_address add column ended_at timestamptz;

-- Jobs that a feed has listed. The reference is drawn once, so that no one can guess it and it stays the same as long as the job exists.
-- It names no customer: the page of a job is found by it alone.
create table feed_listing (
  customer_id integer not null references customer (id),
  target_id integer not null,
  job_id bigint not null,
  reference text not null,
  listed_at timestamptz not null,
  primary key (customer_id, target_id, job_id)
);
create index feed_listing_reference on feed_listing (reference);
select limit_to_customers('feed_listing');

-- Who read a feed in the last 30 days, by program and shortened address.
create table feed_reader (
  customer_id integer not null references customer (id),
  target_id integer not null,
  address text not null,
  agent text not null,
  read_at timestamptz not null,
  times integer not null default 1,
  jobs integer not null,
  primary key (customer_id, target_id, address, agent)
);
select limit_to_customers('feed_reader');
