-- Points lapse from then on: a day after their age was changed, so that who mistyped has time to notice.
ALTER TABLE loyalty_settings ADD COLUMN expires_from timestamptz NOT NULL DEFAULT '-infinity';
