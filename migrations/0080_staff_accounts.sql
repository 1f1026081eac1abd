-- Staff set their password by such links, too, when an administrator makes one; a link of one kind opens no account of the
-- other. An invitation, to an account that has no password yet, holds for three days.
ALTER TABLE password_resets
  ADD COLUMN for_staff boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT password_resets_for_an_hour,
  ADD CONSTRAINT password_resets_end_soon CHECK (expires_at <= created_at + interval '3 days');
