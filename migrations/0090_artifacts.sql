-- What somebody made in the assistant and kept. Each saving is a version, which never changes; the artifact says which is the
-- newest. What a live artifact shows is not kept: `source` names the tool that is run as whoever looks.
CREATE TABLE artifacts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES users,
  title text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  is_global boolean NOT NULL DEFAULT false,
  forked_from integer REFERENCES artifacts ON DELETE SET NULL,
  view_count integer NOT NULL DEFAULT 0,
  -- The newest version.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT artifacts_named CHECK (length(title) BETWEEN 1 AND 200),
  CONSTRAINT artifacts_tags_few CHECK (cardinality(tags) <= 20),
  CONSTRAINT artifacts_counted CHECK (view_count >= 0 AND version >= 1)
);
CREATE INDEX artifacts_of_owner ON artifacts (owner_id, updated_at DESC, id DESC);
CREATE INDEX artifacts_for_all ON artifacts (updated_at DESC, id DESC) WHERE is_global;
CREATE INDEX artifacts_forks ON artifacts (forked_from) WHERE forked_from IS NOT NULL;

CREATE TABLE artifact_versions (
  artifact_id integer NOT NULL REFERENCES artifacts ON DELETE CASCADE,
  version integer NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  code text NOT NULL,
  language text NOT NULL,
  artifact_type text NOT NULL,
  -- {"tool": ..., "parameters": {...}}
  source jsonb,
  saved_by integer NOT NULL REFERENCES users,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (artifact_id, version),
  CONSTRAINT artifact_versions_bounded CHECK (octet_length(code) <= 262144 AND length(description) <= 2000)
);
CREATE INDEX artifact_versions_saved_by ON artifact_versions (saved_by);
