-- The address of a feed opens it, so devices no longer get it with the target. It is in feed_address.
update target set row = row - 'feedUrl' where row ? 'feedUrl';
