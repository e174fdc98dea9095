-- Up Migration

create table organizations (
  organization_id uuid primary key,
  slug text not null unique,
  name text not null,
  region text not null,
  created_at timestamptz not null,
  zero_day boolean not null default false,
  retention_days integer check (retention_days > 0),
  document_limit integer check (document_limit >= 0),
  -- The organization's content key, wrapped by the master key; emptied when the organization is deleted.
  data_key bytea not null,
  deleted_at timestamptz
);

-- The service account of an organization; it may be detached, and then belongs to none.
create table accounts (
  account_id uuid primary key,
  address text not null unique,
  organization_id uuid references organizations
);

create index accounts_by_organization on accounts (organization_id);

create table keys (
  key_id text primary key check (length(key_id) = 12),
  account_id uuid not null references accounts,
  organization_id uuid not null references organizations,
  name text not null,
  scopes text[] not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index keys_by_organization on keys (organization_id);
create index keys_by_account on keys (account_id);

-- Down Migration

drop table keys;
drop table accounts;
drop table organizations;
