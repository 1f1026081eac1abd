-- How far a print is: labels that came out, as the printer said last.
ALTER TABLE label_print_jobs ADD COLUMN printed integer NOT NULL DEFAULT 0;
ALTER TABLE label_print_jobs ADD CONSTRAINT label_print_jobs_printed_in_bounds CHECK (printed BETWEEN 0 AND copies);
UPDATE label_print_jobs SET printed = copies WHERE state = 'done';
