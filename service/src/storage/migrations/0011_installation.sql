-- Up Migration

-- Which installation the database belongs to; the store says the same of itself. One row.
create table installation (
  only_row boolean primary key default true check (only_row),
  installation_id uuid not null,
  -- Grows in the database first, then in the store: a database that was restored from a backup has an older one.
  generation integer not null,
  created_at timestamptz not null,
  -- Objects without a row that the last sweep left alone, because they were too many; empty otherwise.
  held_orphans integer,
  held_at timestamptz
);

-- Owners for which a process of the API stores objects, and which are not created yet.
create table uploads (
  owner_id text primary key,
  organization_id uuid not null references organizations,
  -- When its process last said that it is alive.
  heard_at timestamptz not null,
  -- From then on nothing is created of it, and its objects are removed.
  given_up_at timestamptz,
  removed_at timestamptz
);

-- Down Migration

drop table uploads;
drop table installation;
