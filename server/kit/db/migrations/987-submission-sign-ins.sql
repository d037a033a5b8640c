-- Submissions are sent with the sign-in of the person who asks, and with the entries of dictionaries that the person chose
-- (docs/decisions/0147).
alter table submission
  -- The sign-in that the person had as the default at the destination when asking. 0: the account of the target.
  add column login_id bigint not null default 0,
  -- The entry of the destination that the person chose for each dictionary, by the number of the dictionary.
  add column chosen jsonb not null default '{}';

-- The tab Attempts of a target lists its calls, the newest first.
create index submission_attempt_target on submission_attempt (customer_id, target_id, id);
