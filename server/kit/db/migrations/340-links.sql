-- A link may carry rights of its own, which the linked customer gave. Null: the person works there with their own.
alter table user_link add column rights integer[];
