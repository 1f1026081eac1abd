-- The rows that went to the provider with a question: tool, columns and counts, never values. Values may be of a person
-- who asks to be forgotten, and administrators need not read what others asked.
ALTER TABLE ai_runs ADD COLUMN told jsonb NOT NULL DEFAULT '[]';
