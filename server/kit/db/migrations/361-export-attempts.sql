-- The way to a provider of a person whose customer is closed: it opens the sealed changes of a device, and no session.
alter table sign_on_attempt add column for_export boolean not null default false;
