-- Each time an administrator worked as a person: a row at the person's customer. The session belongs to the administrator's.
create table work_as (
  customer_id integer not null references customer (id),
  id bigint generated always as identity,
  user_id integer not null,
  actor_customer_id integer not null references customer (id),
  actor_id integer not null,
  session_id uuid not null,
  reason text not null default '',
  from_at timestamptz not null,
  -- When it ends by itself.
  until_at timestamptz not null,
  -- When it ended before that: by the return, or with the session.
  ended_at timestamptz,
  primary key (customer_id, id)
);
create index work_as_of_person on work_as (customer_id, user_id, from_at desc);
create index work_as_of_actor on work_as (actor_customer_id, from_at desc);
create index work_as_open on work_as (actor_customer_id, session_id) where ended_at is null;
select limit_to_customers('work_as');

-- However a session ends or stops working as a person, the row ends with it. The row may belong to another customer than the session.
create function end_work_as() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update work_as set ended_at = least(until_at, coalesce(new.ended_at, now()))
  where actor_customer_id = new.customer_id and session_id = new.id and ended_at is null;
  return null;
end $$;
create trigger session_ends_work_as after update on session for each row
  when (old.acting_user_id is not null
    and (new.ended_at is not null and old.ended_at is null or new.acting_user_id is null))
  execute function end_work_as();

create index session_of_user on session (customer_id, user_id);
