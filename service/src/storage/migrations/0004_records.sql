-- Up Migration

create table usage_entries (
  owner_id text primary key,
  organization_id uuid not null references organizations,
  counted_at timestamptz not null,
  documents integer not null,
  words integer not null default 0,
  given_back_at timestamptz
);

create index usage_by_month on usage_entries (organization_id, counted_at);

-- Replies kept for callers that repeat a request. Without a status the first call still runs.
create table idempotency (
  organization_id uuid not null,
  idempotency_key text not null,
  path text not null,
  digest bytea not null,
  status integer,
  headers jsonb,
  body text,
  created_at timestamptz not null,
  primary key (organization_id, idempotency_key, path)
);

create index idempotency_by_age on idempotency (created_at);

-- Ids only, never text of a document. Entries outlive what they speak of, so they refer to nothing.
create table audit_entries (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  organization_id uuid,
  subject text,
  details jsonb
);

create index audit_by_organization on audit_entries (organization_id, at);

-- Down Migration

drop table audit_entries;
drop table idempotency;
drop table usage_entries;
