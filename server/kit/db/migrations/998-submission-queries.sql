-- Indexes for what the sender and the reader of statuses ask of "submission" for each row (docs/decisions/0149).

-- The due submissions of one customer, oldest first.
create index submission_due_of on submission (customer_id, next_at, id) where state in ('wanted', 'sending', 'unknown');
drop index submission_due;
-- Another submission of the same caregiver on its way to the same destination.
create index submission_on_its_way on submission (customer_id, to_id, lower(caregiver_email)) where state = 'sending';
-- Submissions for a job at a destination that have no proof yet: a webhook may report one of them.
create index submission_unproven on submission (customer_id, to_id, provider_job_id)
  where state in ('wanted', 'sending', 'unknown', 'human');
-- The submission that an event of the ATS has made already.
create index submission_event_of on submission (customer_id, from_id, event_id) where event_id <> '';
