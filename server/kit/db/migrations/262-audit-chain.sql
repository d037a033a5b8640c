-- The audit only grows, and its lines are chained (docs/decisions/0044). Each transaction adds one link per customer: the hash of the
-- link before and of all lines that the transaction wrote. A line that is changed, removed or put in later breaks the chain.
create table audit_chain (
  customer_id integer primary key,
  links bigint not null default 0,
  hash bytea not null default ''
);
create table audit_link (
  customer_id integer not null,
  n bigint not null,
  ids bigint[] not null,
  hash bytea not null,
  primary key (customer_id, n)
);

-- A line as the hash sees it. The time is in microseconds, so that it does not depend on the session's time zone.
create function audit_text(line audit) returns text language sql stable as $$
  select jsonb_build_array(line.customer_id, line.id, (extract(epoch from line.at) * 1000000)::bigint, line.actor_id, line.subject_id,
    line.client_id, line.seq, line.command, line.object_kind, line.object_id, line.detail, line.rev)::text
$$;

create function audit_content(customer integer, lines bigint[]) returns bytea language sql stable as $$
  select coalesce(sha256(convert_to(string_agg(audit_text(a), E'\n' order by a.id), 'UTF8')), '')
  from audit a where a.customer_id = customer and a.id = any(lines)
$$;

create function add_audit_link(customer integer, lines bigint[], content bytea) returns void language plpgsql as $$
declare
  head audit_chain;
begin
  insert into audit_chain as c (customer_id, links, hash) values (customer, 1, sha256(content))
  on conflict (customer_id) do update set links = c.links + 1, hash = sha256(c.hash || content)
  returning * into strict head;
  insert into audit_link (customer_id, n, ids, hash) values (customer, head.links, lines, head.hash);
end $$;

-- Runs at the commit, so that the lock on the chain is the last one taken and is held for a moment only. The first line of a
-- transaction links all of them, and notes it in settings of the transaction, so that the others cost next to nothing.
create function link_audit() returns trigger language plpgsql as $$
declare
  lines bigint[];
  content bytea;
begin
  if current_setting('jobdock.linked_for', true) = new.customer_id::text
    and new.id = any(current_setting('jobdock.linked', true)::bigint[]) then
    return null;
  end if;
  -- A transaction that wrote for several customers comes back to one of them.
  if coalesce(current_setting('jobdock.linked_for', true), '') <> '' and exists (
    select from audit_chain c join audit_link l on l.customer_id = c.customer_id and l.n = c.links
    where c.customer_id = new.customer_id and new.id = any(l.ids)
  ) then
    return null;
  end if;
  select array_agg(a.id order by a.id), sha256(convert_to(string_agg(audit_text(a), E'\n' order by a.id), 'UTF8')) into lines, content
  from audit a where a.customer_id = new.customer_id and a.id >= new.id and a.xmin = pg_current_xact_id()::xid;
  -- A line written under a savepoint has a transaction number of its own.
  if lines is null then
    lines := array[new.id];
    content := audit_content(new.customer_id, lines);
  end if;
  perform add_audit_link(new.customer_id, lines, content);
  perform set_config('jobdock.linked_for', new.customer_id::text, true), set_config('jobdock.linked', lines::text, true);
  return null;
end $$;

create function keep_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the audit only grows: % is refused', tg_op;
end $$;

-- Lines of earlier versions get links of 1,000.
do $$
declare
  part record;
begin
  for part in
    select customer_id, array_agg(id order by id) as ids
    from (select customer_id, id, (row_number() over (partition by customer_id order by id) - 1) / 1000 as portion from audit) numbered
    group by customer_id, portion order by customer_id, portion
  loop
    perform add_audit_link(part.customer_id, part.ids, audit_content(part.customer_id, part.ids));
  end loop;
end $$;

create constraint trigger audit_linked after insert on audit
  deferrable initially deferred for each row execute function link_audit();
create trigger audit_kept before update or delete on audit for each row execute function keep_audit();
create trigger audit_not_emptied before truncate on audit for each statement execute function keep_audit();
create trigger audit_link_kept before update or delete on audit_link for each row execute function keep_audit();
create trigger audit_link_not_emptied before truncate on audit_link for each statement execute function keep_audit();
