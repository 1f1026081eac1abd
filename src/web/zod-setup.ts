import { config } from 'zod';

// zod compiles parsers with `new Function` where it may; the content security policy forbids it and would report
// the attempt. Imported before any schema is made.
config({ jitless: true });
