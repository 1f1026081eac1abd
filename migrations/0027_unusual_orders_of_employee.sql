-- Of an employee's orders the unusual ones are found among all unusual ones, and those by hundred thousands of others'
-- in between: the index knows whose they are. It is not written by sales, which are completed at once.
CREATE INDEX orders_unusual ON orders (status, local_day DESC, created_at DESC, id DESC) INCLUDE (location_id, employee_id)
  WHERE voided_at IS NULL AND status <> 'completed';
DROP INDEX orders_newest_unusual;
