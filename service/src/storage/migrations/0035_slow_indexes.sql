-- Kind: concurrent

-- Up Migration

-- The turns of the slow lane.
create index concurrently jobs_slow on jobs (kind, turn) where is_slow and state in ('queued', 'running');

-- The processor seconds of organizations. The column never changes, so requests write their buckets as cheaply as before.
create index concurrently rate_buckets_cpu on rate_buckets (bucket) where starts_with(bucket, 'cpu:');

-- Down Migration

drop index concurrently rate_buckets_cpu;
drop index concurrently jobs_slow;
