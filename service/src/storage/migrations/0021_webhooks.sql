-- Up Migration

-- An address that is told what happens. Secrets are sealed under the organization's key.
create table webhooks (
  webhook_id text primary key,
  organization_id uuid not null references organizations,
  created_at timestamptz not null,
  url text not null,
  events text[] not null,
  description text,
  status text not null check (status in ('active', 'disabled')),
  secret bytea not null,
  -- The one before, while it is still signed with.
  old_secret bytea,
  old_secret_until timestamptz,
  -- Since when no delivery succeeded.
  failing_since timestamptz
);

create index webhooks_by_organization on webhooks (organization_id, webhook_id);

-- What a webhook has still to be told.
create table webhook_messages (
  webhook_id text not null references webhooks on delete cascade,
  event_id text not null,
  organization_id uuid not null references organizations,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  attempts integer not null,
  primary key (webhook_id, event_id)
);

create index webhook_messages_by_organization on webhook_messages (organization_id);

-- The last attempts.
create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  webhook_id text not null references webhooks on delete cascade,
  organization_id uuid not null references organizations,
  event_id text not null,
  type text not null,
  attempt integer not null,
  status text not null check (status in ('delivered', 'retrying', 'failed')),
  response_status integer,
  at timestamptz not null
);

create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, delivery_id);
create index webhook_deliveries_by_organization on webhook_deliveries (organization_id);

-- The month of which an organization was told last that its allowance is used up.
create table limit_notices (
  organization_id uuid primary key references organizations,
  month timestamptz not null
);

-- Down Migration

drop table limit_notices;
drop table webhook_deliveries;
drop table webhook_messages;
drop table webhooks;
