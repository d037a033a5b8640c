-- An email of a mailbox that is larger than what is read. Only its headers are stored, so that a person learns of it; `size` is that of
-- the whole email.
alter table received_mail add column headers_only boolean not null default false;
