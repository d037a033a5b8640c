-- Until when a call without an answer may make the caregiver at the destination. Until then no other submission makes the same caregiver.
alter table submission add column appears_until timestamptz;
drop index submission_on_its_way;
create index submission_on_its_way on submission (customer_id, to_id, lower(caregiver_email))
  where state = 'sending' or appears_until is not null;
