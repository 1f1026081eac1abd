-- How the assistant reaches a model: one row for the business. The key is sealed under the data key.
CREATE TABLE ai_settings (
  id smallint PRIMARY KEY DEFAULT 1,
  provider text,
  base_url text NOT NULL DEFAULT '',
  api_key_sealed text,
  streams_with_tools boolean NOT NULL DEFAULT true,
  share_customer_names boolean NOT NULL DEFAULT false,
  person_daily_tokens integer NOT NULL DEFAULT 200000,
  shop_daily_tokens integer NOT NULL DEFAULT 2000000,
  -- {"claude-sonnet-4": "a model of the provider"}
  aliases jsonb NOT NULL DEFAULT '{}',
  -- {"model": {"input": dollars for a million tokens, "output": ...}}
  prices jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT ai_settings_one CHECK (id = 1),
  CONSTRAINT ai_settings_provider_known CHECK (provider IN ('anthropic', 'openai')),
  CONSTRAINT ai_settings_limits CHECK (person_daily_tokens >= 0 AND shop_daily_tokens >= 0)
);
INSERT INTO ai_settings DEFAULT VALUES;

-- How the assistant answers. Each saving is a version; the highest holds.
CREATE TABLE ai_agent_versions (
  version integer PRIMARY KEY,
  name text NOT NULL,
  model text NOT NULL,
  system_prompt text NOT NULL,
  temperature numeric(3,2) NOT NULL,
  max_tokens integer NOT NULL,
  saved_by integer REFERENCES users,
  saved_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ai_agent_versions_bounded CHECK (temperature BETWEEN 0 AND 1 AND max_tokens BETWEEN 1 AND 16384 AND length(system_prompt) <= 20000)
);
INSERT INTO ai_agent_versions (version, name, model, system_prompt, temperature, max_tokens)
VALUES (1, 'Shop assistant', 'claude-sonnet-4', '', 0.70, 8192);
CREATE INDEX ai_agent_versions_saved_by ON ai_agent_versions (saved_by) WHERE saved_by IS NOT NULL;

CREATE TABLE ai_conversations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users,
  title text NOT NULL,
  -- Questions and answers, and the beginning of the last one.
  message_count integer NOT NULL DEFAULT 0,
  last_message text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ai_conversations_counted CHECK (message_count >= 0)
);
CREATE INDEX ai_conversations_of_user ON ai_conversations (user_id, updated_at DESC, id DESC);

-- The making of one answer. It outlives its conversation, because limits and costs count it.
CREATE TABLE ai_runs (
  id uuid PRIMARY KEY,
  conversation_id integer REFERENCES ai_conversations ON DELETE SET NULL,
  user_id integer NOT NULL REFERENCES users,
  location_id integer REFERENCES locations,
  question_id bigint,
  state text NOT NULL DEFAULT 'running',
  -- When its server last wrote of it: silence means that the server ended.
  seen_at timestamptz NOT NULL DEFAULT now(),
  stop_asked_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  model text NOT NULL DEFAULT '',
  tools text[] NOT NULL DEFAULT '{}',
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  -- Millionths of a dollar; null where no price was entered.
  cost_micros bigint,
  CONSTRAINT ai_runs_state_known CHECK (state IN ('running', 'finished', 'interrupted', 'failed')),
  CONSTRAINT ai_runs_ended CHECK ((state = 'running') = (ended_at IS NULL)),
  CONSTRAINT ai_runs_counted CHECK (input_tokens >= 0 AND output_tokens >= 0 AND cost_micros >= 0)
);
-- One answer at a time in a conversation.
CREATE UNIQUE INDEX ai_runs_one_running ON ai_runs (conversation_id) WHERE state = 'running';
CREATE INDEX ai_runs_running ON ai_runs (seen_at) WHERE state = 'running';
CREATE INDEX ai_runs_of_conversation ON ai_runs (conversation_id);
CREATE INDEX ai_runs_by_day ON ai_runs (started_at, user_id);
CREATE INDEX ai_runs_of_user ON ai_runs (user_id);
CREATE INDEX ai_runs_of_location ON ai_runs (location_id);

-- The lines of an answer, for whoever listens again. Kept for 24 hours.
CREATE TABLE ai_run_events (
  run_id uuid NOT NULL REFERENCES ai_runs ON DELETE CASCADE,
  seq integer NOT NULL,
  event jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, seq)
);
CREATE INDEX ai_run_events_at ON ai_run_events (at);

CREATE TABLE ai_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id integer NOT NULL REFERENCES ai_conversations ON DELETE CASCADE,
  run_id uuid REFERENCES ai_runs ON DELETE SET NULL,
  role text NOT NULL,
  content text NOT NULL,
  state text NOT NULL DEFAULT 'finished',
  error text NOT NULL DEFAULT '',
  tool_name text NOT NULL DEFAULT '',
  card jsonb,
  usage jsonb,
  images smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Words of questions and answers, as they stand: names of products are in no dictionary.
  words tsvector GENERATED ALWAYS AS (
    CASE WHEN role IN ('user', 'assistant') THEN to_tsvector('simple', left(content, 100000)) ELSE ''::tsvector END) STORED,
  CONSTRAINT ai_messages_role_known CHECK (role IN ('user', 'assistant', 'thinking', 'tool')),
  CONSTRAINT ai_messages_state_known CHECK (state IN ('finished', 'interrupted', 'failed'))
);
CREATE INDEX ai_messages_of_conversation ON ai_messages (conversation_id, id);
CREATE INDEX ai_messages_of_run ON ai_messages (run_id);
CREATE INDEX ai_messages_words ON ai_messages USING gin (words);
