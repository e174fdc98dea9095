-- Up Migration

-- A document to be made of paragraphs. Those, and the template, are objects; the document is a file.
create table creations (
  creation_id text primary key,
  organization_id uuid not null references organizations,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  status text not null check (status in ('processing', 'ready', 'failed')),
  finished_at timestamptz,
  error jsonb,
  file_name text not null,
  -- The document, when it is ready.
  file_id text,
  zero_day boolean not null,
  delete_at timestamptz,
  acknowledged_at timestamptz,
  deleted_at timestamptz
);

create index creations_by_organization on creations (organization_id, created_at);
-- What the sweep looks for every minute.
create index creations_due on creations (delete_at) where delete_at is not null and deleted_at is null;
-- For the organizations that keep what is finished for a number of days.
create index creations_kept on creations (organization_id, finished_at) where deleted_at is null;

-- Down Migration

drop table creations;
