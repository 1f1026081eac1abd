-- When a customer was forgotten while the answer was made: nothing of it is kept.
ALTER TABLE ai_runs ADD COLUMN forgot_at timestamptz;
