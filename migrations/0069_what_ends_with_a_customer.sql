-- Work that tells of a customer is erased with them, and a mail whose link has ended is not sent.
ALTER TABLE jobs ADD COLUMN customer_id integer REFERENCES users ON DELETE CASCADE;
CREATE INDEX jobs_of_customer ON jobs (customer_id) WHERE customer_id IS NOT NULL;
