-- Up Migration

-- The processes that can convert documents, each with the time at which it last said so.
create table converters (
  process_id text primary key,
  heard_at timestamptz not null
);

-- Down Migration

drop table converters;
