-- Values of a list that people added here, by hand or by a file (docs/decisions/0093). The ATS does not list them, so a list that is read
-- whole does not remove them.
alter table ats_value add column added_here boolean not null default false;
