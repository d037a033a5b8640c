-- Syncs of the lists of submission targets run as long work.
select pgboss.create_queue('submission-lists', '{"policy": "standard"}');
