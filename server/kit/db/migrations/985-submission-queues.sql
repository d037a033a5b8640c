-- Queues of submissions: statuses that are read on schedule, and events of an ATS (docs/decisions/0139).
select pgboss.create_queue('submission-statuses', '{"policy": "standard"}');
select pgboss.create_queue('submission-ats', '{"policy": "standard"}');
