-- When Jira's webhook last sent something (docs/decisions/0134).
alter table jira_pace add column hinted_at timestamptz;
