-- An attempt counts before its password is checked, so that many at once cannot get more tries than the limit.
alter table sign_in_attempt add column reserved integer not null default 0;
