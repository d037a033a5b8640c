-- How far posting by itself has followed a customer's feed.
create table auto_post_follow (
  customer_id integer primary key references customer (id),
  rev bigint not null default 0
);
select limit_to_customers('auto_post_follow');
select pgboss.create_queue('auto-post', '{"policy": "short"}');

-- The jobs of sources are sent to a target again as a run.
select pgboss.create_queue('repost', '{"policy": "short"}');
