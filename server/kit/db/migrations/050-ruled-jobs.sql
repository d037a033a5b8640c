-- What rules write: every job says which rule wrote which of its values, and keeps those that have no column.
update job set row = row || '{"extra": {}, "ruled": {}, "skipRuleId": null}' where not deleted;
