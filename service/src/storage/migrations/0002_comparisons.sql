-- Up Migration

create table comparisons (
  comparison_id text primary key,
  organization_id uuid not null references organizations,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  status text not null check (status in ('processing', 'ready', 'failed')),
  finished_at timestamptz,
  error jsonb,
  author text not null,
  original_name text not null,
  modified_name text not null,
  zero_day boolean not null default false,
  delete_at timestamptz,
  acknowledged_at timestamptz,
  deleted_at timestamptz,
  documents integer not null default 0,
  words integer not null default 0,
  engine_version text not null
);

create index comparisons_by_organization on comparisons (organization_id, created_at);
-- What the sweep looks for every minute.
create index comparisons_due on comparisons (delete_at) where delete_at is not null and deleted_at is null;

-- For the organizations that keep finished comparisons for a number of days.
create index comparisons_kept on comparisons (organization_id, finished_at) where deleted_at is null;

-- Every object of the store, so that deleting an owner knows what to delete. The owner is of any kind that has objects.
create table objects (
  object_key text primary key,
  organization_id uuid not null references organizations,
  owner_id text not null,
  role text not null,
  sha256 bytea not null check (length(sha256) = 32),
  size bigint not null check (size >= 0),
  created_at timestamptz not null
);

create index objects_by_owner on objects (owner_id);
create index objects_by_organization on objects (organization_id);

create table artifacts (
  owner_id text not null,
  format text not null,
  status text not null check (status in ('pending', 'ready', 'failed')),
  object_key text,
  file_name text not null,
  error_code text,
  finished_at timestamptz,
  primary key (owner_id, format)
);

-- Down Migration

drop table artifacts;
drop table objects;
drop table comparisons;
