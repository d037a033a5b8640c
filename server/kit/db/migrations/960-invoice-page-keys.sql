-- The key of an invoice's page follows from a key of the service: nothing that is stored opens the page.
alter table invoice drop column page_key;
