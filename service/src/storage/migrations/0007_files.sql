-- Up Migration

-- An upload, or a document that we made: its content never changes. Its bytes are an object, its readings are artifacts.
create table files (
  file_id text primary key check (file_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  organization_id uuid not null references organizations,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('upload', 'edit', 'redline', 'selective', 'created')),
  -- What it is a result of, where that is something with an id: all results of one are deleted together, and it with them.
  source_id text,
  created_at timestamptz not null,
  status text not null check (status in ('processing', 'ready', 'failed')),
  finished_at timestamptz,
  error jsonb,
  file_name text not null,
  size bigint not null check (size >= 0),
  -- Known when it has been read.
  words integer,
  zero_day boolean not null,
  delete_at timestamptz,
  acknowledged_at timestamptz,
  deleted_at timestamptz
);

create index files_by_organization on files (organization_id, created_at);
create index files_by_source on files (source_id) where source_id is not null;
-- What the sweep looks for every minute.
create index files_due on files (delete_at) where delete_at is not null and deleted_at is null;
-- For the organizations that keep finished files for a number of days.
create index files_kept on files (organization_id, finished_at) where deleted_at is null;

-- Down Migration

drop table files;
