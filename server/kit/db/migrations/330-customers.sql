-- Disable dates act and are announced by a job, so that one process of several takes it.
select pgboss.create_queue('customer-dates', '{"policy": "short"}');

-- The first day without access that was announced to the customer's people, so that it is announced once.
alter table customer add column announced_disable_on date;
create index customer_disable_on on customer (id) where disable_on is not null;
