-- Emails that a process sends now, or whose last process ended: a few at any time.
create index mail_trying on mail (customer_id, id) where trying;
