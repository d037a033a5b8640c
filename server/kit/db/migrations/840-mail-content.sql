-- Emails with HTML and attachments, and what the mail server said to them (docs/decisions/0106).
alter table mail
  -- Once the email was sent, without its links, as the text.
  add column html text,
  -- The person to tell when the email is refused. It may be a person of another customer.
  add column owner_id integer,
  -- When the last try failed for good. Null while the email waits or is tried again, and once it was sent.
  add column failed_at timestamptz,
  -- What the mail server said to the last try that failed, without links.
  add column answer text;

create table mail_attachment (
  customer_id integer not null references customer (id),
  mail_id bigint not null,
  -- The first attachment of an email has 1.
  place smallint not null,
  name text not null,
  type text not null,
  -- In bytes.
  size integer not null,
  -- Null once the email was sent: its recipient has it.
  content bytea,
  primary key (customer_id, mail_id, place),
  foreign key (customer_id, mail_id) references mail (customer_id, id) on delete cascade
);
select limit_to_customers('mail_attachment');
