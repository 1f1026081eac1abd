-- Pictures that went to the provider with a question. Its message counts them too, but goes with its conversation.
ALTER TABLE ai_runs ADD COLUMN images smallint NOT NULL DEFAULT 0;
