-- Up Migration

-- What the caller said of how to compare; without a word, nothing.
alter table comparisons add column options jsonb;

-- Down Migration

alter table comparisons drop column options;
