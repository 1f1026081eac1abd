-- Accounts of the demo shop, whose password the whole world knows: refused wherever others than this machine can
-- reach the server, unless the owner allows them outright (design 9). A new password ends it.
ALTER TABLE users ADD COLUMN demo boolean NOT NULL DEFAULT false;
