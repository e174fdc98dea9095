-- Up Migration

-- When the process of a call that holds its Idempotency-Key last said that it is alive. Empty in rows of older versions.
alter table idempotency add column heard_at timestamptz;

-- Down Migration

alter table idempotency drop column heard_at;
