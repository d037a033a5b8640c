-- Operating values that administrators set (domain/service-items/catalogue.ts). An item of the provider is for all customers; a
-- customer's own wins over it. Code without an item has the default of the catalogue.
create table service_item (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  code text not null,
  -- A switch is 0 or 1.
  value integer not null,
  set_by integer not null,
  set_at timestamptz not null default now(),
  primary key (customer_id, id)
);
create unique index service_item_code on service_item (customer_id, code);
select limit_to_customers('service_item');

-- The value of a code for a customer, or null without an item. It crosses the limit to a customer's rows, as the provider's items are
-- for everyone.
create function service_value(wanted text, whose integer) returns integer language sql stable security definer set search_path = public, pg_temp as $$
  select s.value from service_item s
  where s.code = wanted and (s.customer_id = whose or s.customer_id in (select c.id from customer c where c.provider))
  order by s.customer_id = whose desc limit 1
$$;
