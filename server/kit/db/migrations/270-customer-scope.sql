-- Row level security, behind the conditions of the statements (docs/decisions/0043). A transaction that works for customers takes one of
-- three roles: of one customer, of several, which it names in jobdock.customers, or of all that are not deleted. The role of one has a
-- plain equality, which the planner merges with the statement's own condition. Statements of the service's own role are not limited.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['jobdock_customer', 'jobdock_customers', 'jobdock_everyone'] loop
    begin
      -- Roles belong to the whole server: another database may have made them already.
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin nobypassrls', wanted);
      end if;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception 'The database user % may not create the role %. Let an administrator of the server run: create role % nologin; grant % to %;',
          current_user, wanted, wanted, wanted, quote_ident(current_user);
    end;
    begin
      if not pg_has_role(current_user, wanted, 'set') then
        execute format('grant %I to current_user', wanted);
      end if;
    exception
      when insufficient_privilege then
        raise exception 'The database user % may not take the role %. Let an administrator of the server run: grant % to %;',
          current_user, wanted, wanted, quote_ident(current_user);
    end;
    execute format('grant usage on schema public, pgboss to %I', wanted);
    execute format('grant select, insert, update, delete on all tables in schema public, pgboss to %I', wanted);
    execute format('grant usage on all sequences in schema public to %I', wanted);
    execute format('alter default privileges in schema public grant select, insert, update, delete on tables to %I', wanted);
    execute format('alter default privileges in schema public grant usage on sequences to %I', wanted);
    execute format('revoke all on migration from %I', wanted);
  end loop;
end $$;

create function limit_to_customers(guarded regclass, key text default 'customer_id') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format($p$create policy one_customer on %s to jobdock_customer
    using (%I = current_setting('jobdock.customers')::integer)$p$, guarded, key);
  execute format($p$create policy several_customers on %s to jobdock_customers
    using (%I = any ((select current_setting('jobdock.customers')::integer[])::integer[]))$p$, guarded, key);
  execute format($p$create policy not_deleted on %s to jobdock_everyone
    using (%I <> all (array(select id from customer where deleted_at is not null)))$p$, guarded, key);
end $$;

do $$
declare
  each regclass;
begin
  for each in
    select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'customer_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  loop
    perform limit_to_customers(each);
  end loop;
end $$;
select limit_to_customers('customer', 'id');
-- Its own condition would read the table itself.
drop policy not_deleted on customer;
create policy of_administrators on customer to jobdock_everyone using (true);

-- Doors through the limit, each for one question. They run with the rights of their owner.

-- The AI endpoint in the provider's settings, without its key.
create function provider_ai() returns jsonb language sql stable security definer set search_path = public, pg_temp as $$
  select settings -> 'ai' from customer where provider order by id limit 1
$$;

-- The other customers of a customer's group: its parent, and all with the same parent.
create function group_of(customer integer) returns setof integer language sql stable security definer set search_path = public, pg_temp as $$
  select c.id from customer c
  where c.id <> group_of.customer and c.deleted_at is null and coalesce(c.parent_id, c.id) = (
    select coalesce(own.parent_id, own.id) from customer own where own.id = group_of.customer)
$$;

-- Mappings by people in the group's other customers, newest first: the text with its place, and the mapped value of that customer's
-- list. The matcher learns from them; no call returns them.
create function group_mappings(customer integer, most integer) returns table (sought jsonb, meant jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select v.row, a.row from group_of(group_mappings.customer) c (id)
  join map_value v on v.customer_id = c.id and not v.deleted and v.row ->> 'how' = 'person'
  join ats_value a on a.customer_id = c.id and a.target_id = v.target_id and a.kind = v.kind and a.ext_id = v.mapped_id and not a.deleted
  order by v.rev desc limit most
$$;

-- The newest revision of those mappings.
create function group_mappings_rev(customer integer) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select max(v.rev) from group_of(group_mappings_rev.customer) c (id)
  join map_value v on v.customer_id = c.id and v.row ->> 'how' = 'person'
$$;
