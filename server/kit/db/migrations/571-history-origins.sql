-- What made a change: the rule with its version, the run, the record of a file or email, the post. Null for changes of people.
alter table job_history add column origin jsonb;
