-- Up Migration

-- Of requests, for all processes. They are worth nothing after a crash. An installation may have the table already: the
-- service once made it when it started.
create unlogged table if not exists rate_buckets (
  bucket text primary key,
  tokens double precision not null,
  granted integer not null,
  filled_at timestamptz not null
);

-- Down Migration

drop table rate_buckets;
