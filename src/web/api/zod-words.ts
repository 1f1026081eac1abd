import { config } from 'zod';
import en from 'zod/v4/locales/en.js';

// The validator's own messages. Imported by views that show them; the first screens do without (`lean-validator.mjs`).
config(en());
