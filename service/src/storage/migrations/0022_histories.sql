-- Up Migration

-- The engine that made the history of a version; null until somebody asked for it and it was made.
alter table versions add column history_engine_version text;

-- Down Migration

alter table versions drop column history_engine_version;
