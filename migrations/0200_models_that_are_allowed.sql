-- The models that an administrator allows to be asked; none named means every one that the provider lists.
ALTER TABLE ai_settings ADD COLUMN allowed_models text[] NOT NULL DEFAULT '{}';
