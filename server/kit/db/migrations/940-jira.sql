-- The issue in Jira of each ticket that was made since Jira was connected (docs/decisions/0125). Without Jira there are no rows.
create table ticket_issue (
  customer_id integer not null references customer (id),
  ticket_id bigint not null,
  -- waiting: no issue was asked for. creating: one is asked for until `lease_until`. doubt: Jira may have made it, and did not say so.
  -- sent: Jira has it. failed: Jira refused it, and a person must act.
  state text not null default 'waiting' check (state in ('waiting', 'creating', 'doubt', 'sent', 'failed')),
  -- The ticket or the issue changed since both were compared.
  due boolean not null default true,
  -- Not before this time; null for at once.
  next_at timestamptz,
  -- The site and project that the issue is in. Null until it is asked for.
  place text,
  issue_key text,
  -- When the last request for an issue has surely ended, and when Jira confirmed the issue.
  asked_at timestamptz,
  confirmed_at timestamptz,
  tries integer not null default 0,
  -- Requests for an issue that ended without an answer.
  in_doubt integer not null default 0,
  -- While a process works on it: after this time the process has died.
  lease_until timestamptz,
  -- Why it waits or failed, in words.
  problem text,
  -- The status that ticket and issue agreed on last.
  agreed text not null default 'open' check (agreed in ('open', 'closed')),
  -- When the issue changed last, as Jira said when it was read.
  issue_updated text,
  primary key (customer_id, ticket_id)
);
create index ticket_issue_due on ticket_issue (ticket_id) where due;
create index ticket_issue_key on ticket_issue (issue_key) where issue_key is not null;
create index ticket_issue_leased on ticket_issue (lease_until) where lease_until is not null;
create index ticket_issue_confirmed on ticket_issue (confirmed_at) where confirmed_at is not null;
select limit_to_customers('ticket_issue');

-- What of a ticket is in its issue, so that it goes there once: answers and files by their ids, and answers that came from Jira by their
-- UUIDs.
create table ticket_issue_part (
  customer_id integer not null references customer (id),
  ticket_id bigint not null,
  kind text not null check (kind in ('comment', 'file', 'fromJira')),
  part text not null,
  jira_id text not null,
  primary key (customer_id, ticket_id, kind, part)
);
select limit_to_customers('ticket_issue_part');

-- When Jira is called next, and since when its changes are read. One row, of the provider.
create table jira_pace (
  customer_id integer primary key references customer (id),
  next_at timestamptz not null,
  failures integer not null default 0,
  polled_at timestamptz,
  -- Why all tickets wait, in words.
  problem text
);
select limit_to_customers('jira_pace');

-- Whether the provider has connected Jira.
create function jira_connected() returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select settings ? 'jira' from customer where provider order by id limit 1), false)
$$;

-- A ticket asks for an issue in the transaction that makes it, and for another look with each change of its content.
create function ask_for_issue() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if jira_connected() then
      insert into ticket_issue (customer_id, ticket_id) values (new.customer_id, new.id) on conflict do nothing;
    end if;
  elsif new.row -> 'version' is distinct from old.row -> 'version' then
    update ticket_issue set due = true where customer_id = new.customer_id and ticket_id = new.id and not due;
  end if;
  return null;
end $$;
create trigger ticket_asks_for_issue after insert or update on ticket for each row execute function ask_for_issue();

-- Every ticket says the status of its issue.
update ticket set row = row || '{"jiraStatus": ""}' where not row ? 'jiraStatus';

select pgboss.create_queue('jira', '{"policy": "standard"}');
