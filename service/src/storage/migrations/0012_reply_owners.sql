-- Up Migration

-- Whose creation a stored reply tells of: deleting the owner empties the reply, which may hold its names.
alter table idempotency add column owner_id text;

update idempotency set owner_id = coalesce(
  body::jsonb ->> 'comparison_id', body::jsonb ->> 'edit_id', body::jsonb ->> 'creation_id', body::jsonb ->> 'file_id'
) where body is not null;

create index idempotency_by_owner on idempotency (owner_id) where owner_id is not null;

-- Down Migration

alter table idempotency drop column owner_id;
