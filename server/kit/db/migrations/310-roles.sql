-- A removed person keeps the row, but does not keep a role from being deleted.
alter table app_user
  alter column role_id drop not null,
  drop constraint app_user_role_id_fkey,
  add constraint app_user_role_id_fkey foreign key (role_id) references role (id) on delete set null,
  add constraint app_user_has_role check (role_id is not null or deleted_at is not null);
create index app_user_role on app_user (role_id);
-- Two roles with one name could not be told apart.
create unique index role_name on role (lower(name));
alter table role alter column id set default nextval('role_id');
alter sequence role_id owned by role.id;
