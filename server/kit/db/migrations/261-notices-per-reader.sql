-- A notice may be for everyone at a customer. Each reader marks and removes it for themselves only.
create table notification_reader (
  customer_id integer not null,
  notification_id bigint not null,
  user_id integer not null,
  read_at timestamptz,
  deleted_at timestamptz,
  primary key (customer_id, notification_id, user_id),
  foreign key (customer_id, notification_id) references notification (customer_id, id) on delete cascade
);

insert into notification_reader (customer_id, notification_id, user_id, read_at, deleted_at)
select n.customer_id, n.id, u.id, n.read_at, n.deleted_at
from notification n join app_user u on u.customer_id = n.customer_id and (n.user_id is null or n.user_id = u.id)
where n.read_at is not null or n.deleted_at is not null;

alter table notification drop column read_at, drop column deleted_at;
