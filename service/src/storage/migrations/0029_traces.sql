-- Up Migration

-- The trace of what asked for the job (W3C `traceparent`), where an endpoint for traces is configured.
alter table jobs add column traceparent text;

-- Down Migration

alter table jobs drop column traceparent;
