-- Up Migration

-- What a slice of a test owns: notes on a document, counted and kept like anything else.
create table notes (
  note_id text primary key,
  organization_id uuid not null references organizations,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  status text not null check (status in ('processing', 'ready', 'failed')),
  finished_at timestamptz,
  error jsonb,
  title text not null,
  zero_day boolean not null,
  delete_at timestamptz,
  acknowledged_at timestamptz,
  deleted_at timestamptz
);

create index notes_by_organization on notes (organization_id, created_at);
create index notes_due on notes (delete_at) where delete_at is not null and deleted_at is null;
create index notes_kept on notes (organization_id, finished_at) where deleted_at is null;

-- Down Migration

drop table notes;
